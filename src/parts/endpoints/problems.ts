import { defineProblems } from '../../problems/problem.ts';
import { forms } from './problems-form.ts';
import { meanings } from './problems-meaning.ts';

/** What is said of an author's mistakes in Endpoints. */
export const problems = defineProblems('endpoints', { ...forms, ...meanings });

import { forms } from './problems/form.ts';
import { operations } from './problems/operations.ts';
import { parameters } from './problems/parameters.ts';
import { repeats } from './problems/repeats.ts';
import { responses } from './problems/responses.ts';

/** What is said of an author's mistakes in the part "Endpoints". */
export const problems = { ...forms, ...operations, ...responses, ...parameters, ...repeats };

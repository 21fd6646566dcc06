import { defineProblems } from '../problems/problem.ts';
import type { Span } from '../text/place.ts';
import { forms } from './problems-form.ts';
import { meanings } from './problems-meaning.ts';

/** What this room says of an author's mistakes: the form of lines, tables and headings, and what they are recognised as. */
export const markdown = defineProblems('markdown', { ...forms, ...meanings });

/** Where something stood first, for a problem that is about the second. */
export function firstOf(span: Span, label = 'first here'): readonly { span: Span; label: string }[] {
  return [{ span, label }];
}

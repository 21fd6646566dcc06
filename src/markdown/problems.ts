import { facts } from './problems/facts.ts';
import { forms } from './problems/form.ts';
import { gaps } from './problems/gaps.ts';
import { headings } from './problems/headings.ts';
import { tables } from './problems/tables.ts';

/** What this room says of an author's mistakes: the form of a document, and what it is recognised as. */
export const markdown = { ...forms, ...headings, ...tables, ...facts, ...gaps };

import { facts } from './diagnostics/facts.ts';
import { forms } from './diagnostics/form.ts';
import { gaps } from './diagnostics/gaps.ts';
import { headings } from './diagnostics/headings.ts';
import { tables } from './diagnostics/tables.ts';

/** What this room says of an author's mistakes: the form of a document, and what it is recognised as. */
export const markdown = { ...forms, ...headings, ...tables, ...facts, ...gaps };

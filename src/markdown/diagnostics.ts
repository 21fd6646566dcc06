import { facts } from './diagnostics/facts.ts';
import { forms } from './diagnostics/form.ts';
import { gaps } from './diagnostics/gaps.ts';
import { headings } from './diagnostics/headings.ts';
import { tables } from './diagnostics/tables.ts';

/** The diagnostics of the form of a document and of its recognition. */
export const markdown = { ...forms, ...headings, ...tables, ...facts, ...gaps };

import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine } from './form.ts';

const factRule =
  'A top-level list item of the form "Name: value" is a fact line, so its name must be known where it stands; prose that ' +
  'needs such a list stands under ### Notes.';

/** What is said of fact lines. */
export const facts = defineDiagnostics('markdown', {
  'unknown-fact': {
    note: factRule,
    says: (name: string, near: string | undefined, known: readonly string[]) => ({
      message: `The fact line ${quoteOnOneLine(name)} is not known here.`,
      label: known.length === 0 ? 'no fact lines are known here' : `known here: ${known.join(', ')}`,
      suggestion: near,
    }),
  },
  'misplaced-fact': {
    note: factRule,
    says: (name: string, where: string) => ({
      message: `The fact line "${name}" may not stand here.`,
      label: `it stands ${where}`,
    }),
  },
  'duplicate-fact': {
    note: 'A fact line stands once; only In scope, Out of scope and Allowed origins may be repeated.',
    says: (name: string, before: Span) => ({
      message: `The fact line "${name}" stands here again.`,
      also: labelFirst(before),
    }),
  },
  'empty-fact': {
    note: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({
      message: `The fact line "${name}" has no value.`,
      label: 'write a value, or — for none',
    }),
  },
  'duplicate-colon': {
    note: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({ message: `The fact line "${name}" has two colons.`, label: 'one colon is enough' }),
  },
  'disguised-fact': {
    note: 'A fact line is a top-level item of a -, * or + list, of the form "Name: value", its name in plain text or code.',
    says: (name: string, why: string, value: string) => ({
      message: `This item begins with "${name}" and is no fact line: ${why}.`,
      suggestion: `- ${name}: ${value}`,
    }),
  },
});

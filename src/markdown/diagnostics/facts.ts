import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine } from './form.ts';

const factRule =
  'A top-level list item of the form "Name: value" is a fact line, so its name must be one of those allowed there; ' +
  'write prose lists of this form under ### Notes.';

/** What is said of fact lines. */
export const facts = defineDiagnostics('markdown', {
  'unknown-fact': {
    note: factRule,
    says: (name: string, near: string | undefined, known: readonly string[]) => ({
      message: `Unknown fact line ${quoteOnOneLine(name)}.`,
      label: known.length === 0 ? 'no fact lines are allowed here' : `allowed here: ${known.join(', ')}`,
      suggestion: near,
    }),
  },
  'misplaced-fact': {
    note: factRule,
    says: (name: string, where: string) => ({
      message: `The fact line "${name}" is in the wrong location.`,
      help: `move it ${where}`,
    }),
  },
  'duplicate-fact': {
    note: 'A fact line appears once; only In scope, Out of scope and Allowed origins may be repeated.',
    says: (name: string, before: Span) => ({
      message: `The fact line "${name}" is a duplicate.`,
      also: labelFirst(before),
    }),
  },
  'empty-fact': {
    note: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({
      message: `The fact line "${name}" has no value.`,
      help: 'write a value, or — for none',
    }),
  },
  'duplicate-colon': {
    note: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({ message: `The fact line "${name}" has two colons.`, help: 'remove one of the colons' }),
  },
  'disguised-fact': {
    note: 'A fact line is a top-level item of a -, * or + list, of the form "Name: value", its name in plain text or code.',
    says: (name: string, why: string, value: string) => ({
      message: `This item begins with "${name}" but is not a fact line: ${why}.`,
      suggestion: `- ${name}: ${value}`,
    }),
  },
});

import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine } from './form.ts';

const factRule =
  'A top-level list item of the form "Name: value" is a fact line, so its name must be one of those allowed there; ' +
  'write prose lists of this form under ### Notes.';

/** The diagnostics of fact lines. */
export const facts = defineDiagnostics('markdown', {
  'unknown-fact': {
    means: 'A list item has the form of a fact line, but its name is not known in this location.',
    why: 'Readers would take it for a statement that Nonet does not see.',
    note: factRule,
    says: (name: string, near: string | undefined, known: readonly string[]) => ({
      message: `Unknown fact line ${quoteOnOneLine(name)}.`,
      label: known.length === 0 ? 'no fact lines are allowed here' : `allowed here: ${known.join(', ')}`,
      suggestion: near,
    }),
  },
  'misplaced-fact': {
    means: 'A fact line is in a location to which it does not belong.',
    why: 'Nonet reads each line in its own location, so this one would have no effect.',
    note: factRule,
    says: (name: string, where: string) => ({
      message: `The fact line "${name}" is in the wrong location.`,
      help: `move it ${where}`,
    }),
  },
  'duplicate-fact': {
    means: 'A fact line appears twice.',
    why: 'The two lines could contradict each other.',
    note: 'A fact line appears once; only In scope, Out of scope and Allowed origins may be repeated.',
    says: (name: string, before: Span) => ({
      message: `The fact line "${name}" is a duplicate.`,
      also: labelFirst(before),
    }),
  },
  'empty-fact': {
    means: 'A fact line has no value.',
    why: 'An empty value is neither a statement nor a recorded gap.',
    note: 'A fact line is of the form "Name: value".',
    help: 'write a value, or — for none',
    says: (name: string) => `The fact line "${name}" has no value.`,
  },
  'duplicate-colon': {
    means: 'The name of a fact line has two colons after it.',
    why: 'The second colon could belong to the value.',
    note: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({ message: `The fact line "${name}" has two colons.`, help: 'remove one of the colons' }),
  },
  'disguised-fact': {
    means: 'A line begins like a fact line but has another form.',
    why: 'Readers would take it for a statement that Nonet does not see.',
    note: 'A fact line is a top-level item of a -, * or + list, of the form "Name: value", its name in plain text or code.',
    says: (name: string, why: string, value: string) => ({
      message: `This line begins with "${name}" but is not a fact line: ${why}.`,
      suggestion: `- ${name}: ${value}`,
    }),
  },
});

import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const placeRule =
  'Column titles identify a table. A table of the part is directly under the part or under the heading with its name; ' +
  'a subject’s heading contains only the tables of that subject.';
const columnRule = 'A table has only its own columns, each once and with a title, in any order.';
const cellRule = 'An empty cell or — means none; not shown records a gap for that cell.';

/** What is said of tables, their columns and their cells. */
export const tables = defineDiagnostics('markdown', {
  'table-outside-part': { note: placeRule, says: () => 'This table is outside the parts.' },
  'unknown-table': {
    note: placeRule,
    says: (titles: string, kinds: readonly string[]) => ({
      message: `No table of this part has the columns ${titles}.`,
      label: kinds.length === 0 ? 'this part has no tables' : `known: ${kinds.join('; ')}`,
    }),
  },
  'foreign-table': {
    note: placeRule,
    says: (key: string, part: string) => ({
      message: `The table of "${key}" belongs to the part "${part}".`,
      help: `move it to the part "${part}"`,
    }),
  },
  'misplaced-table': {
    note: placeRule,
    says: (key: string, where: string) => ({
      message: `The table of "${key}" is in the wrong location.`,
      help: `move it ${where}`,
    }),
  },
  'unknown-column': {
    note: columnRule,
    says: (title: string, near: string | undefined, known: readonly string[]) => ({
      message: `This table has no column ${quoteOnOneLine(title)}.`,
      label: near === undefined ? `not used yet: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`,
      suggestion: near,
    }),
  },
  'duplicate-column': {
    note: columnRule,
    says: (title: string, before: Span) => ({
      message: `The column ${quoteOnOneLine(title)} is a duplicate.`,
      also: labelFirst(before),
    }),
  },
  'empty-column': { note: columnRule, says: () => 'This column has no title.' },
  'missing-column': {
    note: 'A table has all of its required columns.',
    says: (titles: readonly string[], key: string) => ({
      message: `The table of "${key}" is missing ${titles.length === 1 ? 'the column' : 'the columns'} ${enumerate(quoteWords(titles), 'and')}.`,
    }),
  },
  'duplicate-key': {
    note: 'Each row of a table has a different key.',
    says: (title: string, key: string, before: Span) => ({
      message: `The ${title.toLowerCase()} ${quoteOnOneLine(key)} already has a row.`,
      also: labelFirst(before),
    }),
  },
  'missing-value': {
    note: 'A required column has a value in every row.',
    says: (title: string) => ({ message: `The column "${title}" has no value in this row.`, help: 'write a value' }),
  },
  'key-not-shown': {
    note: cellRule,
    says: (title: string) => ({
      message: `The column "${title}" names the row, so it cannot be "not shown".`,
      help: 'remove the row, or name it',
    }),
  },
  'wrong-none': {
    note: cellRule,
    says: (text: string) => ({ message: `Expected — for none, found "${text}".`, suggestion: '—' }),
  },
  'odd-space': {
    note: 'U+0020 is the only space allowed in a machine cell.',
    says: (unit: number) => ({
      message: `This space is U+${unit.toString(16).toUpperCase().padStart(4, '0')}, not U+0020.`,
      suggestion: ' ',
    }),
  },
  'comment-in-cell': {
    note: 'A machine cell or fact line must not contain a comment.',
    says: () => ({ message: 'This cell contains a comment.', help: 'move the comment outside the table' }),
  },
  'unpaired-backtick': {
    note: 'A code span is text between equal runs of backticks; a pipe in a cell is written \\|, even in a code span.',
    says: () => ({
      message: 'This backtick has no matching backtick in its cell.',
      label: 'if a pipe in the code span ends the cell, write it as \\|',
    }),
  },
});

import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const placeRule =
  'A table is recognised by its column titles. A table of the part stands at the part’s level or under the heading that ' +
  'bears its name; under a subject’s heading only that subject’s tables may stand.';
const columnRule =
  'The columns of a table may stand in any order; none may be repeated, empty or foreign to the table.';
const cellRule = 'An empty cell or — is none; not shown records a gap in that one place.';

/** What is said of tables, their columns and their cells. */
export const tables = defineDiagnostics('markdown', {
  'table-outside-part': { note: placeRule, says: () => 'A table stands outside the parts.' },
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
      label: `move it to "${part}"`,
    }),
  },
  'misplaced-table': {
    note: placeRule,
    says: (key: string, where: string) => ({
      message: `The table of "${key}" may not stand here.`,
      label: `it stands ${where}`,
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
      message: `The column ${quoteOnOneLine(title)} stands here again.`,
      also: labelFirst(before),
    }),
  },
  'empty-column': { note: columnRule, says: () => 'This column has no title.' },
  'missing-column': {
    note: 'The required columns of a table must be there.',
    says: (titles: readonly string[], key: string) => ({
      message: `The table of "${key}" needs ${titles.length === 1 ? 'the column' : 'the columns'} ${enumerate(quoteWords(titles), 'and')}.`,
    }),
  },
  'duplicate-key': {
    note: 'A row’s key may stand once.',
    says: (title: string, key: string, before: Span) => ({
      message: `The ${title.toLowerCase()} ${quoteOnOneLine(key)} has a row already.`,
      also: labelFirst(before),
    }),
  },
  'missing-value': {
    note: 'A required column has a value in every row.',
    says: (title: string) => ({ message: `The column "${title}" has no value in this row.`, label: 'write a value' }),
  },
  'key-not-shown': {
    note: cellRule,
    says: (title: string) => ({
      message: `The column "${title}" names the row; it cannot be not shown.`,
      label: 'leave the row out, or name it',
    }),
  },
  'wrong-none': {
    note: cellRule,
    says: (text: string) => ({ message: `"${text}" is not how none is written.`, suggestion: '—' }),
  },
  'odd-space': {
    note: 'A machine cell holds no space other than U+0020.',
    says: (unit: number) => ({
      message: `A space U+${unit.toString(16).toUpperCase().padStart(4, '0')} stands here.`,
      suggestion: ' ',
    }),
  },
  'comment-in-cell': {
    note: 'A comment may not stand inside a machine cell or a fact line.',
    says: () => ({ message: 'A comment stands inside this cell.', label: 'put it outside the table' }),
  },
  'unpaired-backtick': {
    note: 'A code span is backticks, the text, the same backticks; a pipe inside a cell, in a code span too, is written \\|.',
    says: () => ({
      message: 'This backtick has no pair in its cell.',
      label: 'if a pipe in the code span has ended the cell, write it \\|',
    }),
  },
});

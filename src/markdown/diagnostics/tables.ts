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

/** The diagnostics of tables, their columns and their cells. */
export const tables = defineDiagnostics('markdown', {
  'table-outside-part': {
    means: 'A table is before the first part.',
    why: 'The part decides what a table means, so Nonet could not read it.',
    note: placeRule,
    says: () => 'This table is outside the parts.',
  },
  'unknown-table': {
    means: 'A table has columns that no table of this part has.',
    why: 'The columns identify a table, so Nonet could not read it.',
    note: placeRule,
    says: (titles: string, kinds: readonly string[]) => ({
      message: `No table of this part has the columns ${titles}.`,
      label: kinds.length === 0 ? 'this part has no tables' : `known: ${kinds.join('; ')}`,
    }),
  },
  'foreign-table': {
    means: 'A table is in a part to which it does not belong.',
    why: 'Nonet reads each table in its own part, so this one would have no effect.',
    note: placeRule,
    says: (key: string, part: string) => ({
      message: `The table of "${key}" belongs to the part "${part}".`,
      help: `move it to the part "${part}"`,
    }),
  },
  'misplaced-table': {
    means: 'A table is below a heading to which it does not belong.',
    why: 'Nonet reads each table in its own location, so this one would have no effect.',
    note: placeRule,
    says: (key: string, where: string) => ({
      message: `The table of "${key}" is in the wrong location.`,
      help: `move it ${where}`,
    }),
  },
  'unknown-column': {
    means: 'A table has a column that it does not know.',
    why: 'The values of the column would have no effect.',
    note: columnRule,
    says: (title: string, near: string | undefined, known: readonly string[], help: string | undefined) => ({
      message: `This table has no column ${quoteOnOneLine(title)}.`,
      ...(help === undefined
        ? { label: near === undefined ? `not used yet: ${known.join(', ') || 'none'}` : `did you mean "${near}"?` }
        : { help }),
      suggestion: near,
    }),
  },
  'duplicate-column': {
    means: 'A table has two columns with the same title.',
    why: 'A row could have two different values for the same column.',
    note: columnRule,
    says: (title: string, before: Span) => ({
      message: `The column ${quoteOnOneLine(title)} is a duplicate.`,
      also: labelFirst(before),
    }),
  },
  'empty-column': {
    means: 'A column of a table has no title.',
    why: 'The title decides what the cells of the column mean.',
    note: columnRule,
    says: () => 'This column has no title.',
  },
  'missing-column': {
    means: 'A table has no column that it needs.',
    why: 'Each row would lack a value that Nonet cannot guess.',
    note: 'A table has all of its required columns.',
    says: (titles: readonly string[], key: string) => ({
      message: `The table of "${key}" is missing ${titles.length === 1 ? 'the column' : 'the columns'} ${enumerate(quoteWords(titles), 'and')}.`,
    }),
  },
  'duplicate-key': {
    means: 'Two rows of a table have the same name.',
    why: 'Other parts of the document refer to rows by name.',
    note: 'Each row of a table has a different key.',
    says: (title: string, key: string, before: Span) => ({
      message: `The ${title.toLowerCase()} ${quoteOnOneLine(key)} already has a row.`,
      also: labelFirst(before),
    }),
  },
  'missing-value': {
    means: 'A row has an empty cell in a column that needs a value.',
    why: 'Nonet cannot guess the value; a gap is recorded as "not shown".',
    note: 'A required column has a value in every row.',
    says: (title: string) => ({ message: `The column "${title}" has no value in this row.`, help: 'write a value' }),
  },
  'key-not-shown': {
    means: 'The cell that names a row is recorded as a gap.',
    why: 'Other parts of the document refer to the row by this name.',
    note: cellRule,
    help: 'remove the row, or name it',
    says: (title: string) => `The column "${title}" names the row, so it cannot be "not shown".`,
  },
  'wrong-none': {
    means: 'A cell contains a word for "none" that Nonet does not use.',
    why: 'The word could also be a value; an empty cell or a dash is unambiguous.',
    note: cellRule,
    says: (text: string, isRequired: boolean) =>
      isRequired
        ? {
            message: `The column needs a value, but "${text}" is read as none.`,
            help: `write a value; if "${text}" is the value, write it in a code span`,
          }
        : { message: `Expected — for none, found "${text}".`, suggestion: '—' },
  },
  'odd-space': {
    means: 'A cell contains a space that is not the ordinary one, such as a no-break space.',
    why: 'It looks like an ordinary space, so readers cannot see why a word is not recognized.',
    note: 'U+0020 is the only space allowed in a machine cell.',
    says: (unit: number) => ({
      message: `This space is U+${unit.toString(16).toUpperCase().padStart(4, '0')}, not U+0020.`,
      suggestion: ' ',
    }),
  },
  'comment-in-cell': {
    means: 'A cell that Nonet reads contains an HTML comment.',
    why: 'Text in a comment is invisible on the rendered page, so readers and Nonet would see different cells.',
    note: 'A machine cell or fact line must not contain a comment.',
    says: () => ({ message: 'This cell contains a comment.', help: 'move the comment outside the table' }),
  },
  'unpaired-backtick': {
    means: 'A cell contains a backtick without a closing one.',
    why: 'Nonet could not see where the code span ends.',
    note: 'A code span is text between equal runs of backticks; a pipe in a cell is written \\|, even in a code span.',
    label: 'if a pipe in the code span ends the cell, write it as \\|',
    says: () => 'This backtick has no matching backtick in its cell.',
  },
});

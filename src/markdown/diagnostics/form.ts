import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { quoteSource, shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

/** A piece of the source as this area's messages quote it: on one line, shortened, in double quotes. */
export function quoteOnOneLine(text: string): string {
  return `"${shorten(text.replace(/\s+/g, ' ').trim())}"`;
}

/** Words as a list quotes them. */
export function quoteWords(words: readonly string[]): readonly string[] {
  return words.map((word) => `"${word}"`);
}

const strayReasons = {
  html: 'it is inside HTML',
  indented: 'it is indented',
  'below text': 'the empty line above it is missing',
  quote: 'it is inside a quotation',
  item: 'it is inside a list item',
  'no delimiter row': 'it has no delimiter row below it',
  'delimiter of another width': 'the delimiter row below it has a different number of cells',
} as const;

/** Why a line that begins with `|` belongs to no table. */
export type StrayReason = keyof typeof strayReasons;

const atMargin = 'Tables begin at the left margin, outside quotations, list items, HTML and code.';
const headingRule =
  'Headings are #, ## or ###, a space, and plain text; levels 4 to 6 are allowed only under ### Notes.';
const factRule =
  'A fact line is a top-level item of a list with -, * or +, of the form "Name: value"; its value may continue on lines ' +
  'indented by two or more spaces.';
const tableRule =
  'A table is a header row, a delimiter row and rows, each line beginning with |, with an empty line above and below.';
const commentRule = 'An HTML comment ends with --> and is on lines of its own or within prose.';
const sizeRule = 'A document is at most 5 MiB, a line at most 64 KiB.';

/** The diagnostics of lines, headings, tables and lists that do not have the form of the language. */
export const forms = defineDiagnostics('markdown', {
  'empty-item': {
    means: 'A list in a cell has two separators in a row, or ends with one.',
    why: 'An item may have been lost there, and nothing else would show it.',
    note: 'Exactly one separator is between two items of a list: a comma or a semicolon.',
    help: 'add the item, or remove the separator',
    says: (title: string, mark: string) => `${title} is missing an item next to this \`${mark}\`.`,
  },
  'document-too-large': {
    means: 'The document has more than 5 MiB.',
    why: 'The bound keeps the time and memory of reading a document small.',
    note: sizeRule,
    says: () => 'This document is larger than 5 MiB, so Nonet does not read it.',
  },
  'line-too-long': {
    means: 'A line of the document has more than 64 KiB.',
    why: 'The bound keeps the time and memory of reading a document small.',
    note: sizeRule,
    says: (line: number) => `Line ${line} is longer than 64 KiB, so Nonet does not read the document.`,
  },
  'control-character': {
    means: 'The document contains a control character other than a tab or a line end.',
    why: 'Readers cannot see it, and it would be in the documentation, the descriptions and the names of the service.',
    note: 'A document has no control characters except tabs and line ends.',
    help: 'remove it',
    says: (code: number) =>
      `The control character U+${code.toString(16).toUpperCase().padStart(4, '0')} is not allowed.`,
  },
  'stray-carriage-return': {
    means: 'A carriage return is in the middle of a line.',
    why: 'Editors show a line break there or nothing, so readers could see a different text.',
    note: 'Lines end in LF or CRLF.',
    says: () => 'This carriage return has no line feed after it.',
  },
  'front-matter': {
    means: 'The document begins with a block of metadata.',
    why: 'The document is the whole definition of the service, so nothing is stated outside its parts.',
    note: 'A document begins with its H1, the name of the service; it has no front matter.',
    help: 'remove it, and begin the document with "# Name of the service"',
    says: () => 'This document begins with front matter.',
  },
  'deep-heading': {
    means: 'A heading is deeper than level 3, outside Notes.',
    why: 'Parts have level 2 and their items level 3; deeper headings could not belong to either.',
    note: headingRule,
    says: (level: number, text: string) => ({
      message: `A heading of level ${level} is not allowed here.`,
      suggestion: `### ${text.trim()}`,
    }),
  },
  'underlined-heading': {
    means: 'A line of `-` or `=` turns the text above it into a heading.',
    why: 'Readers of the source often mean a horizontal line, and the part would end there.',
    note: headingRule,
    says: (level: number, text: string) => ({
      message: `The line below ${quoteOnOneLine(text)} turns it into a heading.`,
      label: 'if it is not a heading, leave an empty line below it',
      suggestion: `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ').trim()}`,
    }),
  },
  'hash-paragraph': {
    means: 'A paragraph begins with `#` but is not a heading.',
    why: 'Readers of the source would take it for a heading; a space is probably missing.',
    note: `${headingRule} A paragraph must not begin with #.`,
    says: (line: string) => {
      const [, hashes = '', text = ''] = /^(#+)(.*)$/s.exec(line)!;
      return {
        message: `${quoteOnOneLine(line)} begins with # but is not a heading.`,
        label: 'a heading has a space after #; write \\# for the character itself',
        suggestion: hashes.length <= 3 && text.trim() !== '' ? `${hashes} ${text.trim()}` : undefined,
      };
    },
  },
  'too-deep': {
    means: 'Quotations or lists are nested too deeply.',
    why: 'The bound protects Nonet from documents that exhaust the stack.',
    note: 'Quotations and list items are nested at most 32 deep.',
    says: (most: number) => `Quotations and lists are nested more than ${most} deep here.`,
  },
  'literal-too-deep': {
    means: 'A value of JSON is nested too deeply.',
    why: 'The bound protects Nonet from documents that exhaust the stack.',
    note: 'Lists and objects in a value are nested at most 32 deep.',
    says: (found: string, most: number) => `${quoteSource(found)} is nested more than ${most} deep.`,
  },
  'unclosed-comment': {
    means: 'An HTML comment has no end.',
    why: 'Everything after it is invisible, so Nonet would not read the rest of the document.',
    note: commentRule,
    says: () => ({ message: 'This comment is not closed.', help: 'close it with -->' }),
  },
  'text-after-comment': {
    means: 'Text follows an HTML comment on the same line.',
    why: 'Markdown treats the rest of the line as part of the comment, so readers do not see it.',
    note: commentRule,
    help: 'move it to a line of its own, after an empty line',
    says: () => 'The text after the comment is skipped: in Markdown it belongs to the comment.',
  },
  'unclosed-html': {
    means: 'An HTML element that contains raw text has no end.',
    why: 'Everything after it is raw text, so Nonet would not read the rest of the document.',
    note: 'An HTML block of this kind ends with its closing words.',
    says: (closing: string) => ({ message: 'This HTML is not closed.', help: `close it with ${closing}` }),
  },
  'unclosed-code': {
    means: 'A code block has no closing marks.',
    why: 'Everything after it is code, so Nonet would not read the rest of the document.',
    note: 'A fenced code block ends with a line of the same marks.',
    help: 'close it with the same marks on a line of their own',
    says: () => 'This code block is not closed, so it contains the rest of the document.',
  },
  'stray-table-line': {
    means: 'A line begins with `|` but is not part of a table.',
    why: 'Readers would take it for a row, but Nonet and Markdown read it as text.',
    note: `${tableRule} ${atMargin}`,
    says: (reason: StrayReason) => ({
      message: `This line begins with | but is not part of a table: ${strayReasons[reason]}.`,
      label: strayReasons[reason],
    }),
  },
  'wrong-delimiter': {
    means: 'The second line of a table is not a row of dashes with one cell for each column.',
    why: 'Markdown programs would not show a table there.',
    note: `${tableRule} The delimiter row holds dashes only, one cell for each cell of the header.`,
    says: (columns: number) => ({
      message: 'This line is not a delimiter row for the header above it.',
      label: `expected ${formatCellCount(columns)} of dashes`,
      suggestion: columns > 60 ? undefined : `|${' --- |'.repeat(columns)}`,
    }),
  },
  'indented-table': {
    means: 'A row of a table is indented.',
    why: 'Markdown programs disagree about indented rows, so readers could see a different table.',
    note: `${tableRule} ${atMargin}`,
    says: () => ({ message: 'This row of the table is indented.', help: 'begin the row at the left margin' }),
  },
  'ragged-row': {
    means: 'A row has more or fewer cells than its header.',
    why: 'Nonet could not see which cell belongs to which column.',
    note: 'Every row has exactly as many cells as its header; a pipe inside a cell is written \\|.',
    says: (found: number, wanted: number, header: Span) => ({
      message: `This row has ${formatCellCount(found)}, but its header has ${formatCellCount(wanted)}.`,
      also: [{ span: header, label: 'the header' }],
    }),
  },
  'table-not-ended': {
    means: 'Text follows a table without an empty line.',
    why: 'Markdown reads the text as a further row.',
    note: tableRule,
    says: () => ({ message: 'The table does not end before this line.', help: 'leave an empty line after the table' }),
  },
  'full-width-colon': {
    means: 'A fact line has a full-width colon, as East Asian keyboards type it.',
    why: 'The colon separates the name from the value, and Nonet accepts only one character for it.',
    note: factRule,
    says: () => ({ message: 'This colon is a full-width colon.', help: 'write : and a space', suggestion: ':' }),
  },
  'fact-continuation': {
    means: 'A line after a fact line is not indented, although Markdown joins it with the fact line.',
    why: 'Readers would see one sentence, and Nonet could not see where the value ends.',
    note: factRule,
    help: 'indent it by two spaces, or leave an empty line above it',
    says: () => 'This line continues the fact line above but is not indented.',
  },
  'fact-holds-more': {
    means: 'A list item with a fact line contains further paragraphs, lists or code.',
    why: 'Nonet reads one value from a fact line and would ignore the rest.',
    note: `${factRule} It contains nothing else.`,
    help: 'write the value on the fact line itself, or write several fact lines',
    says: () => 'This list item contains more than the text of its fact line.',
  },
  'comment-in-fact': {
    means: 'A fact line contains an HTML comment.',
    why: 'Text in a comment is invisible on the rendered page, so readers and Nonet would see different values.',
    note: 'A machine cell or fact line must not contain a comment.',
    says: () => ({ message: 'This fact line contains a comment.', help: 'move the comment to a line of its own' }),
  },
});

function formatCellCount(count: number): string {
  return count === 1 ? 'one cell' : `${count} cells`;
}

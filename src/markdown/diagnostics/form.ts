import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

/** A piece of the source as this room's messages quote it: on one line, shortened, in double quotes. */
export function quoteOnOneLine(text: string): string {
  return `"${shorten(text.replace(/\s+/g, ' ').trim())}"`;
}

/** Words as a list quotes them. */
export function quoteWords(words: readonly string[]): readonly string[] {
  return words.map((word) => `"${word}"`);
}

const strayReasons = {
  html: 'it stands inside HTML',
  indented: 'it is indented',
  'below text': 'an empty line is missing above it',
  quote: 'it stands in a quotation',
  item: 'it stands in a list item',
  'no delimiter row': 'no delimiter row stands below it',
  'delimiter of another width': 'the delimiter row below it has another number of cells',
} as const;

/** Why a line that begins with `|` belongs to no table. */
export type StrayReason = keyof typeof strayReasons;

const atMargin = 'Facts stand at the left margin: not in a quotation, a list item, HTML or code.';
const headingRule = 'Headings are #, ## or ###, a space, and plain text; levels 4 to 6 may stand under ### Notes only.';
const factRule =
  'A fact line is a top-level item of a list with -, * or +, of the form "Name: value"; its value may go on in lines ' +
  'indented by two or more spaces.';
const tableRule =
  'A table is a header row, a delimiter row and rows, each line beginning with |, with an empty line above and below.';
const commentRule = 'HTML comments are not read; each is closed by --> and stands on lines of its own or within prose.';
const sizeRule = 'A document is at most 5 MiB, a line at most 64 KiB.';

/** What is said of a document whose lines, headings, tables or lists have not the form of the language. */
export const forms = defineDiagnostics('markdown', {
  'document-too-large': { note: sizeRule, says: () => 'This document is larger than 5 MiB and is not read.' },
  'line-too-long': {
    note: sizeRule,
    says: (line: number) => `Line ${line} is longer than 64 KiB; the document is not read.`,
  },
  'stray-carriage-return': {
    note: 'Lines end in LF or CRLF.',
    says: () => 'A carriage return stands here without a line feed.',
  },
  'front-matter': {
    note: 'A document begins with its H1, the name of the service; it has no front matter.',
    says: () => ({
      message: 'This document begins with front matter.',
      label: 'remove it, and begin with "# Name of the service"',
    }),
  },
  'deep-heading': {
    note: headingRule,
    says: (level: number, text: string) => ({
      message: `A heading of level ${level} has no meaning here.`,
      suggestion: `### ${text.trim()}`,
    }),
  },
  'underlined-heading': {
    note: headingRule,
    says: (level: number, text: string) => ({
      message: `${quoteOnOneLine(text)} is made a heading by the line below it.`,
      label: 'if it is no heading, leave an empty line below it',
      suggestion: `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ').trim()}`,
    }),
  },
  'hash-paragraph': {
    note: `${headingRule} A paragraph may not begin with #.`,
    says: (line: string) => {
      const [, hashes = '', text = ''] = /^(#+)(.*)$/s.exec(line)!;
      return {
        message: `${quoteOnOneLine(line)} begins with # and is no heading.`,
        label: 'a heading needs a space behind #; to mean the character itself write \\#',
        suggestion: hashes.length <= 3 && text.trim() !== '' ? `${hashes} ${text.trim()}` : undefined,
      };
    },
  },
  'too-deep': {
    note: 'Quotations and list items may stand inside one another 32 deep.',
    says: (most: number) => `This stands more than ${most} deep in quotations and lists.`,
  },
  'unclosed-comment': {
    note: commentRule,
    says: () => ({ message: 'This comment is not closed.', label: 'close it with -->' }),
  },
  'text-after-comment': {
    note: commentRule,
    says: () => ({
      message: 'Text on the line where a comment ends belongs to the comment for Markdown, and would be skipped.',
      label: 'put it on a line of its own, with an empty line between',
    }),
  },
  'unclosed-html': {
    note: 'HTML that begins like this goes on until its closing words.',
    says: (closing: string) => ({ message: 'This HTML is not closed.', label: `close it with ${closing}` }),
  },
  'unclosed-code': {
    note: 'A fenced code block goes on until a line of the same marks.',
    says: () => ({
      message: 'This code block is not closed: it takes in the rest of the document.',
      label: 'close it with the same marks on a line of their own',
    }),
  },
  'old-name': {
    severity: 'warning',
    note: 'A document may use the old name of a word; `nonet fmt` writes the present one.',
    says: (old: string, now: string) => ({
      message: `\`${old}\` is an old name of \`${now}\`.`,
      suggestion: now,
    }),
  },
  'stray-table-line': {
    note: `${tableRule} ${atMargin}`,
    says: (reason: StrayReason) => ({
      message: `This line begins with | and belongs to no table: ${strayReasons[reason]}.`,
      label: strayReasons[reason],
    }),
  },
  'wrong-delimiter': {
    note: `${tableRule} The delimiter row holds dashes only, one cell for each cell of the header.`,
    says: (columns: number) => ({
      message: 'This line is no delimiter row for the header above it.',
      label: `write ${formatCellCount(columns)} of dashes`,
      suggestion: columns > 60 ? undefined : `|${' --- |'.repeat(columns)}`,
    }),
  },
  'indented-table': {
    note: `${tableRule} ${atMargin}`,
    says: () => ({ message: 'This row of the table is indented.', label: 'begin it at the left margin' }),
  },
  'ragged-row': {
    note: 'Every row has exactly as many cells as its header; a pipe inside a cell is written \\|.',
    says: (found: number, wanted: number, header: Span) => ({
      message: `This row has ${formatCellCount(found)} where its header has ${formatCellCount(wanted)}.`,
      also: [{ span: header, label: 'the header' }],
    }),
  },
  'table-not-ended': {
    note: tableRule,
    says: () => ({ message: 'A table ends at an empty line.', label: 'leave an empty line after the table' }),
  },
  'full-width-colon': {
    note: factRule,
    says: () => ({ message: 'This colon is a full-width one.', label: 'write : and a space', suggestion: ':' }),
  },
  'fact-continuation': {
    note: factRule,
    says: () => ({
      message: 'This line goes on with the fact line above and is not indented.',
      label: 'indent it by two spaces, or leave an empty line above it',
    }),
  },
  'fact-holds-more': {
    note: `${factRule} It holds nothing else.`,
    says: () => ({
      message: 'A fact line holds one piece of text; this is a second one inside its list item.',
      label: 'write the value on the fact line itself, or several fact lines',
    }),
  },
  'comment-in-fact': {
    note: 'A comment may not stand inside a machine cell or a fact line.',
    says: () => ({ message: 'A comment stands inside this fact line.', label: 'put it on a line of its own' }),
  },
});

function formatCellCount(count: number): string {
  return count === 1 ? 'one cell' : `${count} cells`;
}

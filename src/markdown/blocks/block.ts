import type { Source, SourceText, Span } from '../../text/location.ts';

/** `#`, `##` or `###` and its plain text (code spans opened). */
export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3;
  readonly words: SourceText;
  readonly span: Span;
}

/** One cell of a table, spaces around it left out; an empty cell has an empty span at its place. */
export interface TableCell {
  readonly span: Span;
}

/** One line of a table; `span` is the whole line. */
export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly span: Span;
}

/** The rows of a table below its header, each made when it is asked for: their places are numbers, and there may be very many. */
export interface TableRows extends Iterable<TableRow> {
  readonly length: number;
  /** Where a row begins and ends. */
  span(row: number): Span;
  /** Where one of its cells begins and ends. */
  cell(row: number, column: number): Span;
}

/** A header row, its delimiter row and the rows below; every row has as many cells as the header. */
export interface Table {
  readonly kind: 'table';
  readonly header: TableRow;
  readonly delimiter: Span;
  readonly rows: TableRows;
  readonly span: Span;
}

/** A top-level list item of the form `Name: value`; `value` is read like a machine cell or as prose, as its name asks. */
export interface Fact {
  readonly kind: 'fact';
  readonly name: SourceText;
  readonly value: SourceText;
  readonly span: Span;
}

/** A paragraph at the left margin, the only prose that may contain a gap sentence. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly span: Span;
}

/**
 * One item of a list that is prose, from `start` to `end`. Its first paragraph, perhaps `Name: value` that is not a fact line, is `first`
 * to `last` (-1 if there is none); one of several lines has them in `lines`.
 */
export interface ListItem extends Span {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly Span[] | undefined;
  readonly nested: boolean;
  readonly ordered: boolean;
}

/** Everything that is never parsed: lists, quotations, code, HTML, comments. */
export interface Prose {
  readonly kind: 'prose';
  readonly form: 'list' | 'quotation' | 'code' | 'html' | 'comment' | 'rule' | 'notes';
  readonly span: Span;
  /** Of a list: its items at every depth, in order. */
  readonly items?: Iterable<ListItem>;
}

/** A piece of a document; the blocks follow one another and leave out only empty lines. */
export type Block = Heading | Table | Fact | Paragraph | Prose;

/** A text cut into blocks. */
export interface Blocks {
  readonly source: Source;
  readonly blocks: readonly Block[];
}

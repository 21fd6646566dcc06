import type { SourceText, Span } from '../../text/location.ts';

/** `#`, `##` or `###` and its plain text (code spans opened). */
export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3;
  readonly words: SourceText;
  readonly span: Span;
}

/** One line of a table: the whole line, and its cells without the spaces around them; an empty cell has an empty span at its place. */
export interface TableRow {
  readonly span: Span;
  readonly cells: readonly Span[];
}

/** A header row, its delimiter row and the rows below; every row has as many cells as the header. */
export interface Table {
  readonly kind: 'table';
  readonly header: TableRow;
  readonly delimiter: Span;
  readonly rows: readonly TableRow[];
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

/** One item of a list that is prose, and the lines of its first paragraph, perhaps `Name: value` that is not a fact line. */
export interface ListItem extends Span {
  readonly lines: readonly Span[];
  readonly nested: boolean;
  readonly ordered: boolean;
}

/** Everything that is never parsed: quotations, code, HTML, comments. */
export interface Prose {
  readonly kind: 'prose';
  readonly form: 'quotation' | 'code' | 'html' | 'comment' | 'rule' | 'notes';
  readonly span: Span;
}

/** Lists that follow one another, as one piece of prose: their items at every depth, in order. */
export interface List {
  readonly kind: 'prose';
  readonly form: 'list';
  readonly span: { readonly start: number; end: number };
  readonly items: ListItem[];
}

/** A piece of a document; the blocks follow one another and leave out only empty lines. */
export type Block = Heading | Table | Fact | Paragraph | Prose | List;

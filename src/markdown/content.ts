import type { DiagnosticList, DiagnosticSink } from '../diagnostics/list.ts';
import type { Source, SourceText, Span } from '../text/location.ts';
import type { Cell } from './cells/cell.ts';
import type { PartGrammar, PartName, TableGrammar } from './grammar.ts';

/** One row of a recognized table. */
export interface ContentRow {
  readonly span: Span;
  readonly line: number;
  /**
   * A machine cell by its column's title (as the grammar spells it); a column that is not there reads as none.
   * Titles of the author's own columns are as written, trimmed.
   */
  cell(title: string): Cell;
  /** The source text of a prose cell, pipes unescaped, or undefined when it is empty. */
  prose(title: string): SourceText | undefined;
}

/** A recognized table. */
export interface ContentTable {
  readonly grammar: TableGrammar;
  readonly span: Span;
  /** Titles of the author's own columns (or of the matrix's states), in order, each with its place. */
  readonly own: readonly SourceText[];
  has(title: string): boolean;
  /** The rows, made each time they are asked for. */
  readonly rows: readonly ContentRow[];
}

/** A fact line whose name the grammar knows; `value` as a machine cell, `prose` its source text. */
export interface ContentFact {
  readonly name: string;
  readonly value: Cell;
  readonly prose: SourceText;
  readonly span: Span;
}

/** A `###` heading of an item and the content below it. */
export interface Subject {
  /** The heading's words, before several items with commas are separated. */
  readonly words: SourceText;
  readonly span: Span;
  readonly facts: readonly ContentFact[];
  readonly tables: readonly ContentTable[];
  /** Paragraphs and other prose, in order. */
  readonly prose: readonly Span[];
}

/**
 * The content of one part of the document, recognized by its grammar. Facts and tables of the part's own level and under headings that name
 * a table are together here.
 */
export interface PartContent {
  readonly part: PartName;
  /** The `##` heading, absent where the document has none. */
  readonly heading: Span | undefined;
  /** The part's title as the language spells it. */
  readonly title?: string;
  readonly facts: readonly ContentFact[];
  readonly tables: readonly ContentTable[];
  readonly subjects: readonly Subject[];
  readonly prose: readonly Span[];
}

/** An aspect of a part as the document leaves it. */
export interface AspectStatus {
  readonly part: PartName;
  readonly aspect: string;
  readonly status: 'stated' | 'none' | 'not shown' | 'missing';
  /** The gap sentence, or the heading of the part where it is missing, or what states it first. */
  readonly span: Span | undefined;
}

/** A machine cell that says `not shown`. */
export interface CellGap {
  readonly part: PartName;
  readonly subject: string;
  readonly column: string;
  readonly span: Span;
}

/** The results of reading that are collected on the way. */
export interface ParseContext {
  readonly source: Source;
  readonly diagnostics: DiagnosticSink;
  readonly cellGaps: CellGap[];
}

/** A whole document, recognized: name, summary, the contents of the nine parts and the status of each aspect. */
export interface Content {
  readonly source: Source;
  /** The grammars by which it was recognized. */
  readonly grammars: readonly PartGrammar[];
  readonly title: SourceText | undefined;
  readonly summary: readonly Span[];
  readonly parts: ReadonlyMap<PartName, PartContent>;
  readonly aspects: readonly AspectStatus[];
  readonly diagnostics: DiagnosticList;
  readonly cellGaps: readonly CellGap[];
}

import type { DiagnosticSink } from '../../diagnostics/list.ts';
import { getLineNumber, type Source, type SourceText, type Span } from '../../text/location.ts';
import type { Table, TableRow } from '../blocks/block.ts';
import { parseInlines } from '../blocks/inline.ts';
import type { Cell } from '../cells/cell.ts';
import { classifyCell, readCell, toPlainString } from '../cells/cell-text.ts';
import { normalizeProseCell } from '../cells/words.ts';
import type { CellGap, ContentRow, ContentTable } from '../content.ts';
import { markdown } from '../diagnostics.ts';
import { type Carried, keepFirst } from '../gaps/stated-aspects.ts';
import type { ColumnGrammar, PartName, TableGrammar } from '../grammar.ts';
import type { Columns } from './columns.ts';

/** The location of a table, and the collected results. */
export interface TableContext {
  readonly source: Source;
  readonly part: PartName;
  /** The subject's heading, or undefined at the part's level. */
  readonly subject: string | undefined;
  /** The first row of each key, of all tables of a kind in this place. */
  readonly keys: Map<string, Span>;
  readonly carried: Carried;
  readonly diagnostics: DiagnosticSink;
  readonly cellGaps: CellGap[];
}

/** Creates a recognized table from its rows, checks each cell's form, and collects which cells are stated or open. */
export function createContentTable(
  context: TableContext,
  table: Table,
  kind: TableGrammar,
  columns: Columns,
): ContentTable {
  const { source } = context;
  for (const [index, column] of columns.grammars.entries()) {
    const span = table.header.cells[index]!;
    if (column !== undefined && table.rows.length > 0) keepFirst(context.carried.columns, column.carries, span);
  }
  for (const column of kind.columns) {
    if (column.implied !== true || columns.places.has(column.title) || table.rows.length === 0) continue;
    keepFirst(context.carried.stated, column.carries, table.rows[0]!.span);
  }
  for (const row of table.rows) checkRow(context, row, kind, columns);
  return new RecognisedTable(source, table, kind, columns);
}

/** A table whose cells are read by the titles of their columns. */
class RecognisedTable implements ContentTable {
  readonly source: Source;
  readonly table: Table;
  readonly grammar: TableGrammar;
  readonly columns: Columns;

  constructor(source: Source, table: Table, grammar: TableGrammar, columns: Columns) {
    this.source = source;
    this.table = table;
    this.grammar = grammar;
    this.columns = columns;
  }

  get span(): Span {
    return this.table.span;
  }

  get own(): readonly SourceText[] {
    return this.columns.own;
  }

  has(title: string): boolean {
    return this.columns.places.has(title);
  }

  get rows(): readonly ContentRow[] {
    return this.table.rows.map((row) => new RecognisedRow(this, row));
  }
}

class RecognisedRow implements ContentRow {
  private readonly of: RecognisedTable;
  private readonly row: TableRow;

  constructor(of: RecognisedTable, row: TableRow) {
    this.of = of;
    this.row = row;
  }

  get span(): Span {
    return this.row.span;
  }

  get line(): number {
    return getLineNumber(this.of.source, this.span);
  }

  cell(title: string): Cell {
    const span = this.place(title);
    if (span === undefined) return { kind: 'none', span: this.span };
    return readCell(this.of.source, span);
  }

  prose(title: string): SourceText | undefined {
    const span = this.place(title);
    return span === undefined ? undefined : readProse(this.of.source, span);
  }

  private place(title: string): Span | undefined {
    const column = this.of.columns.places.get(title);
    return column === undefined ? undefined : this.row.cells[column];
  }
}

function readProse(source: Source, span: Span): SourceText | undefined {
  const text = source.text.slice(span.start, span.end);
  return text === '' || text === '—' ? undefined : normalizeProseCell({ text, span });
}

function checkRow(context: TableContext, row: TableRow, kind: TableGrammar, columns: Columns): void {
  const key = kind.columns[0]!;
  if (kind.carries !== undefined) keepFirst(context.carried.stated, kind.carries, row.span);
  for (const [index, column] of columns.grammars.entries()) {
    if (column === undefined) continue;
    const span = row.cells[index]!;
    if (column.reads === 'prose') {
      checkProse(context, span);
      continue;
    }
    const text = context.source.text.slice(span.start, span.end);
    const isRequired = needsValue(column);
    const holds = classifyCell(text, span, context.diagnostics, { isRequired });
    if (holds === 'none') checkEmpty(context, column, span, row);
    else if (holds === 'not shown') recordNotShown(context, row, kind, columns, column, span);
    else {
      keepFirst(context.carried.stated, column.carries, span);
      if (column.carriesWhen !== undefined) carryWhen(context, column.carriesWhen, span);
      if (column === key && kind.repeats !== true) checkKey(context, kind, span, text);
    }
  }
}

/** A prose cell may contain a comment, if it is closed. */
function checkProse(context: TableContext, span: Span): void {
  const text = context.source.text.slice(span.start, span.end);
  if (!text.includes('<!--')) return;
  const { open } = parseInlines(text);
  if (open === undefined) return;
  const start = span.start + open;
  context.diagnostics.push(markdown['unclosed-comment']({ start, end: start + 4 }));
}

function needsValue({ required, mayBeEmpty }: ColumnGrammar): boolean {
  return required === true && mayBeEmpty !== true;
}

function checkEmpty(context: TableContext, column: ColumnGrammar, span: Span, row: TableRow): void {
  if (column.implied === true) keepFirst(context.carried.stated, column.carries, row.span);
  const isEmpty = span.start === span.end || context.source.text.slice(span.start, span.end) === '—';
  if (!needsValue(column) || !isEmpty) return;
  const at = span.start < span.end ? span : { start: span.start, end: Math.min(span.start + 1, row.span.end) };
  context.diagnostics.push(markdown['missing-value'](at, column.title));
}

function carryWhen(context: TableContext, when: Readonly<Record<string, string>>, span: Span): void {
  const open = Object.entries(when).filter(([, aspect]) => !context.carried.stated.has(aspect));
  if (open.length === 0) return;
  const value = toPlainString(readCell(context.source, span)).toLowerCase();
  for (const [words, aspect] of open) {
    const fits = value.split(';').some((item) => item.trim() === words || item.trim().startsWith(`${words} `));
    if (fits) keepFirst(context.carried.stated, aspect, span);
  }
}

function checkKey(context: TableContext, kind: TableGrammar, span: Span, text: string): void {
  const column = kind.columns[0]!;
  const isPlain = !/[\s\\`"]/.test(text);
  const key = isPlain ? text : toPlainString(readCell(context.source, span));
  const known = `${kind.name} ${key}`;
  const before = context.keys.get(known);
  if (before === undefined) context.keys.set(known, span);
  else context.diagnostics.push(markdown['duplicate-key'](span, column.title, key, before));
}

function recordNotShown(
  context: TableContext,
  row: TableRow,
  kind: TableGrammar,
  columns: Columns,
  column: ColumnGrammar,
  span: Span,
): void {
  if (column === kind.columns[0]) {
    context.diagnostics.push(markdown['key-not-shown'](span, column.title));
    return;
  }
  keepFirst(context.carried.notShown, column.carries, span);
  const subject = describeRowSubject(context, row, kind, columns);
  context.cellGaps.push({ part: context.part, subject, column: column.title, span });
}

/** Returns the subject of a row for readers: `Invoice.memo`, `invoices:read`. */
function describeRowSubject(context: TableContext, row: TableRow, kind: TableGrammar, columns: Columns): string {
  const naming = kind.columns.find((column) => column.required === true);
  const index = naming === undefined ? undefined : columns.places.get(naming.title);
  const key = index === undefined ? '' : toPlainString(readCell(context.source, row.cells[index]!));
  if (context.subject === undefined) return key;
  return key === '' ? context.subject : `${context.subject}.${key}`;
}

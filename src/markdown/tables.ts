import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source, Span } from '../text/location.ts';
import type { Table, TableRow, TableRows } from './blocks/block.ts';
import { findLineEnd, skipSpaces, trimSpacesEnd } from './blocks/lines.ts';
import { markdown } from './diagnostics.ts';

/** Where rows and their cells begin and end: of each row its own two numbers, then two for each of its cells. */
class PackedRows implements TableRows {
  readonly width: number;
  readonly numbers: number[];

  constructor(width: number, numbers: number[]) {
    this.width = width;
    this.numbers = numbers;
  }

  get length(): number {
    return this.numbers.length / this.step;
  }

  private get step(): number {
    return 2 + 2 * this.width;
  }

  span(row: number): Span {
    return this.spanAt(row * this.step);
  }

  cell(row: number, column: number): Span {
    return this.spanAt(row * this.step + 2 + 2 * column);
  }

  row(row: number): TableRow {
    const cells: { span: Span }[] = [];
    for (let column = 0; column < this.width; column++) cells.push({ span: this.cell(row, column) });
    return { cells, span: this.span(row) };
  }

  *[Symbol.iterator](): Generator<TableRow> {
    for (let row = 0; row < this.length; row++) yield this.row(row);
  }

  private spanAt(place: number): Span {
    return { start: this.numbers[place]!, end: this.numbers[place + 1]! };
  }
}

/** A table, the number of the line after it, and the mistakes in its rows. */
export interface TableRead {
  readonly table: Table;
  readonly next: number;
}

/** Why a line that begins with `|` begins no table. */
export type TableRefusal = 'no delimiter row' | 'delimiter of another width';

/** Reads the table that begins at a line (from 0) with `|` at the left margin, or says why there is none. */
export function readTable(source: Source, line: number, diagnostics: Diagnostic[]): TableRead | TableRefusal {
  const { text, lines } = source;
  if (line + 1 >= lines.length) return 'no delimiter row';
  const second: number[] = [];
  const width = locateCells(source, line + 1, second);
  if (!isDelimiter(text, second)) return 'no delimiter row';
  const first: number[] = [];
  if (locateCells(source, line, first) !== width) return 'delimiter of another width';
  const header = new PackedRows(width, first).row(0);
  const delimiter = { start: second[0]!, end: second[1]! };
  const numbers: number[] = [];
  let next = line + 2;
  let last = delimiter.end;
  for (; next < lines.length; next++) {
    const start = lines[next]!;
    const end = findLineEnd(source, next);
    const from = skipSpaces(text, start, end);
    if (from === end || text.charCodeAt(from) !== 124) break;
    if (from !== start)
      diagnostics.push(markdown['indented-table']({ start: from, end: trimSpacesEnd(text, from, end) }));
    const before = numbers.length;
    const found = locateCells(source, next, numbers);
    last = numbers[before + 1]!;
    if (found !== width) {
      diagnostics.push(markdown['ragged-row']({ start: numbers[before]!, end: last }, found, width, header.span));
      numbers.length = before;
    }
  }
  const span = { start: header.span.start, end: last };
  // Pushing has left room for more, which a hundred thousand small tables cannot spare.
  const rows = new PackedRows(width, numbers.slice());
  return { table: { kind: 'table', header, delimiter, rows, span }, next };
}

/**
 * Adds to `into` the beginning and the end of a line's row (from 0, its first character other than spaces `|`) and of each of its cells,
 * and returns the number of cells: they are separated at each `|` without a backslash.
 */
function locateCells(source: Source, line: number, into: number[]): number {
  const { text } = source;
  const lineStart = source.lines[line]!;
  const lineStop = findLineEnd(source, line);
  const start = skipSpaces(text, lineStart, lineStop);
  const end = trimSpacesEnd(text, start, lineStop);
  into.push(start, end);
  let count = 0;
  let from = text.charCodeAt(start) === 124 ? start + 1 : start;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) {
      const escaped = text.charCodeAt(at + 1);
      if (at + 1 < end && (escaped === 92 || escaped === 124)) at += 1;
    } else if (unit === 124) {
      addTrimmed(text, from, at, into);
      count += 1;
      from = at + 1;
    }
  }
  if (from >= end) return count;
  addTrimmed(text, from, end, into);
  return count + 1;
}

/** Adds the stretch without the spaces around it; of nothing but spaces an empty one among them. */
function addTrimmed(text: string, from: number, to: number, into: number[]): void {
  let start = from;
  while (start < to && text.charCodeAt(start) === 32) start += 1;
  if (start === to) {
    const at = to - from > 1 ? from + 1 : from;
    into.push(at, at);
    return;
  }
  let end = to;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  into.push(start, end);
}

/** Whether a row, its places as numbers, holds nothing but dashes, perhaps between colons. */
function isDelimiter(text: string, row: readonly number[]): boolean {
  if (row.length === 2 || text.charCodeAt(row[0]!) !== 124) return false;
  for (let cell = 2; cell < row.length; cell += 2) {
    let start = row[cell]!;
    let end = row[cell + 1]!;
    if (text.charCodeAt(start) === 58) start += 1;
    if (end > start && text.charCodeAt(end - 1) === 58) end -= 1;
    if (start >= end) return false;
    for (let at = start; at < end; at++) if (text.charCodeAt(at) !== 45) return false;
  }
  return true;
}

import { readLine, type Source, type Span } from '../text/location.ts';

/** A cell of a line that begins with `|`, as it is written. */
export interface RawCell {
  /** The stretch between its pipes, spaces included; `to` is the offset of the pipe after it. */
  readonly from: number;
  readonly to: number;
  /** The same without the spaces around it. */
  readonly span: Span;
  readonly text: string;
}

/** True for a line that can be a row of a table. */
export function isRow(line: string): boolean {
  return line.startsWith('|');
}

/** True for the row of dashes below the titles of a table. */
export function isDelimiter(line: string): boolean {
  return /^\|[\s|:-]*-[\s|:-]*$/.test(line);
}

/** Finds the line of the titles of the table that a row (from 1) belongs to: the first of the rows above it. */
export function findHeaderLine(source: Source, row: number): number {
  let line = row;
  while (line > 1 && isRow(readLine(source, line - 1))) line -= 1;
  return line;
}

/** Splits a line (from 1) at each `|` without a backslash. A last cell without its `|` counts too. */
export function splitCells(source: Source, line: number): readonly RawCell[] {
  const start = source.lines[line - 1]!;
  const text = readLine(source, line);
  const cells: RawCell[] = [];
  let from = 1;
  for (let at = 1; at <= text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (at >= text.length ? text.slice(from).trim() !== '' || cells.length === 0 : text[at] === '|') {
      cells.push(createCell(text, start, from, Math.min(at, text.length)));
      from = at + 1;
    }
  }
  return cells;
}

function createCell(text: string, start: number, from: number, to: number): RawCell {
  const raw = text.slice(from, to);
  const words = raw.trim();
  const first = words === '' ? from + Math.min(1, raw.length) : from + raw.indexOf(words);
  const span = { start: start + first, end: start + first + words.length };
  return { from: start + from, to: start + to, span, text: words };
}

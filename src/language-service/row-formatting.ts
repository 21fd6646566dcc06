import { findPosition, readLine, type Source, type Span } from '../text/location.ts';
import { formatTableRow } from '../text/table-row.ts';
import { findHeaderLine, isDelimiter, isRow, splitCells } from './rows.ts';

/** An edit of a text. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Formats one row of a table; adds the cells that it lacks. */
export function formatRow(source: Source, line: number): readonly Edit[] {
  const words = readLine(source, line);
  if (!isRow(words)) return [];
  const width = splitCells(source, findHeaderLine(source, line)).length;
  const isDashes = isDelimiter(words);
  const cells = splitCells(source, line).map(({ text }) => (isDashes ? '---' : text));
  while (cells.length < width) cells.push(isDashes ? '---' : '');
  const text = formatTableRow(cells);
  const start = source.lines[line - 1]!;
  return text === words ? [] : [{ span: { start, end: start + words.length }, text }];
}

/** Returns the edits for a new line: it formats the row above, and adds the dashes below titles and a row for the next values.
 * An empty row above ends the table. */
export function formatNewLine(source: Source, offset: number): readonly Edit[] {
  const { line } = findPosition(source, offset);
  const above = line - 1;
  if (above < 1 || !isRow(readLine(source, above)) || readLine(source, line).trim() !== '') return [];
  const header = findHeaderLine(source, above);
  const isHeader = header === above;
  const isEmpty = splitCells(source, above).every(({ text }) => text === '');
  if (isEmpty) {
    const start = source.lines[above - 1]!;
    return [{ span: { start, end: start + readLine(source, above).length }, text: '' }];
  }
  const width = splitCells(source, header).length;
  const row = `|${' |'.repeat(width)}`;
  const added = isHeader ? `|${' --- |'.repeat(width)}\n${row}` : row;
  const start = source.lines[line - 1]!;
  return [...formatRow(source, above), { span: { start, end: start + readLine(source, line).length }, text: added }];
}

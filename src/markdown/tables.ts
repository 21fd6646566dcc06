import type { Problem } from '../problems/problem.ts';
import type { Source, Span } from '../text/place.ts';
import type { Table, TableCell, TableRow } from './block.ts';
import { afterSpaces, beforeSpaces, lineEnd } from './lines.ts';
import { markdown } from './problems.ts';

/** A table, the number of the line behind it, and what is wrong with its rows. */
export interface TableRead {
  readonly table: Table;
  readonly next: number;
}

/** Why a line that begins with `|` begins no table. */
export type TableRefusal = 'no delimiter row' | 'delimiter of another width';

/** Reads the table that begins at a line (from 0) with `|` at the left margin, or says why there is none. */
export function readTable(source: Source, line: number, problems: Problem[]): TableRead | TableRefusal {
  const { text, lines } = source;
  const header = rowAt(source, line);
  if (line + 1 >= lines.length) return 'no delimiter row';
  const delimiter = rowAt(source, line + 1);
  if (!isDelimiter(text, delimiter)) return 'no delimiter row';
  if (header.cells.length !== delimiter.cells.length) return 'delimiter of another width';
  const rows: TableRow[] = [];
  let next = line + 2;
  let last = delimiter.span.end;
  for (; next < lines.length; next++) {
    const start = lines[next]!;
    const end = lineEnd(source, next);
    const first = afterSpaces(text, start, end);
    if (first === end || text.charCodeAt(first) !== 124) break;
    if (first !== start)
      problems.push(markdown['indented-table']({ start: first, end: beforeSpaces(text, first, end) }));
    const row = rowAt(source, next);
    if (row.cells.length !== header.cells.length) {
      problems.push(markdown['ragged-row'](row.span, row.cells.length, header.cells.length, header.span));
    } else rows.push(row);
    last = row.span.end;
  }
  const span = { start: header.span.start, end: last };
  return { table: { kind: 'table', header, delimiter: delimiter.span, rows, span }, next };
}

/** The cells of a line (from 0) whose first character other than spaces is `|`: parted at each `|` without a backslash. */
export function rowAt(source: Source, line: number): TableRow {
  const { text } = source;
  const lineStart = source.lines[line]!;
  const lineStop = lineEnd(source, line);
  const start = afterSpaces(text, lineStart, lineStop);
  const end = beforeSpaces(text, start, lineStop);
  const cells: TableCell[] = [];
  let from = text.charCodeAt(start) === 124 ? start + 1 : start;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) {
      const escaped = text.charCodeAt(at + 1);
      if (at + 1 < end && (escaped === 92 || escaped === 124)) at += 1;
    } else if (unit === 124) {
      cells.push({ span: trimmed(text, from, at) });
      from = at + 1;
    }
  }
  if (from < end) cells.push({ span: trimmed(text, from, end) });
  return { cells, span: { start, end } };
}

/** The stretch without the spaces around it; of nothing but spaces an empty one among them. */
function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  while (start < to && text.charCodeAt(start) === 32) start += 1;
  if (start === to) {
    const at = to - from > 1 ? from + 1 : from;
    return { start: at, end: at };
  }
  let end = to;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  return { start, end };
}

function isDelimiter(text: string, row: TableRow): boolean {
  if (row.cells.length === 0 || text.charCodeAt(row.span.start) !== 124) return false;
  return row.cells.every((cell) => {
    let { start, end } = cell.span;
    if (text.charCodeAt(start) === 58) start += 1;
    if (end > start && text.charCodeAt(end - 1) === 58) end -= 1;
    if (start >= end) return false;
    for (let at = start; at < end; at++) if (text.charCodeAt(at) !== 45) return false;
    return true;
  });
}

import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Source, Span } from '../text/location.ts';
import type { Table, TableRow } from './blocks/block.ts';
import { findLineEnd, skipSpaces, trimSpacesEnd } from './blocks/lines.ts';
import { markdown } from './diagnostics.ts';

/** A table, the number of the line after it, and the mistakes in its rows. */
export interface TableRead {
  readonly table: Table;
  readonly next: number;
}

/** Why a line that begins with `|` begins no table. */
export type TableRefusal = 'no delimiter row' | 'delimiter of another width';

/** Reads the table that begins at a line (from 0) with `|` at the left margin, or says why there is none. */
export function readTable(source: Source, line: number, diagnostics: DiagnosticSink): TableRead | TableRefusal {
  const { text, lines } = source;
  if (line + 1 >= lines.length) return 'no delimiter row';
  const second = readRow(source, line + 1);
  if (!isDelimiter(text, second)) return 'no delimiter row';
  const header = readRow(source, line);
  const width = header.cells.length;
  if (second.cells.length !== width) return 'delimiter of another width';
  const rows: TableRow[] = [];
  let next = line + 2;
  let last = second.span.end;
  for (; next < lines.length; next++) {
    const start = lines[next]!;
    const end = findLineEnd(source, next);
    const from = skipSpaces(text, start, end);
    if (from === end || text.charCodeAt(from) !== 124) break;
    const row = readRow(source, next);
    const { span, cells } = row;
    last = span.end;
    if (from !== start) diagnostics.push(markdown['indented-table'](span));
    if (cells.length === width) rows.push(row);
    else diagnostics.push(markdown['ragged-row'](span, cells.length, width, header.span));
  }
  const span = { start: header.span.start, end: last };
  return { table: { kind: 'table', header, delimiter: second.span, rows, span }, next };
}

/** Reads a line (from 0, its first character other than spaces `|`); its cells are separated at each `|` without a backslash. */
function readRow(source: Source, line: number): TableRow {
  const { text } = source;
  const lineStart = source.lines[line]!;
  const lineStop = findLineEnd(source, line);
  const start = skipSpaces(text, lineStart, lineStop);
  const end = trimSpacesEnd(text, start, lineStop);
  const cells: Span[] = [];
  let from = text.charCodeAt(start) === 124 ? start + 1 : start;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) {
      const escaped = text.charCodeAt(at + 1);
      if (at + 1 < end && (escaped === 92 || escaped === 124)) at += 1;
    } else if (unit === 124) {
      cells.push(trimCell(text, from, at));
      from = at + 1;
    }
  }
  if (from < end) cells.push(trimCell(text, from, end));
  return { span: { start, end }, cells };
}

/** Returns a stretch without the spaces around it; of nothing but spaces an empty one among them. */
function trimCell(text: string, from: number, to: number): Span {
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

/** Whether a row holds nothing but dashes, perhaps between colons. */
function isDelimiter(text: string, { span, cells }: TableRow): boolean {
  if (cells.length === 0 || text.charCodeAt(span.start) !== 124) return false;
  return cells.every(({ start, end }) => /^:?-+:?$/.test(text.slice(start, end)));
}

import type { Span } from '../text/place.ts';
import { markdown } from './problems.ts';
import type { Reader } from './reader.ts';
import { readTable } from './tables.ts';

/** Why a line that begins with `|` belongs to no table; `from` asks the table's own reader about that line. */
export type PipeReason = 'html' | 'indented' | 'below text' | 'quote' | 'item' | { readonly from: number };

/** Notes a line (from 0) that begins with `|` and belongs to no table; lines in a row are one problem. */
export function notePipe(reader: Reader, line: number, span: Span, reason: PipeReason): void {
  const { pipes } = reader;
  if (reader.notes !== undefined) return;
  const words = typeof reason === 'string' ? reason : refusalAt(reader, reason.from);
  if (pipes !== undefined && pipes.line === line - 1 && (pipes.reason === words || words === 'below text')) {
    pipes.line = line;
    pipes.end = span.end;
    return;
  }
  flushPipes(reader);
  reader.pipes = { start: span.start, reason: words, end: span.end, line };
}

function refusalAt(reader: Reader, line: number): string {
  const read = readTable(reader.source, line, []);
  return typeof read === 'string' ? read : 'indented';
}

/** Writes down the lines noted last. */
export function flushPipes(reader: Reader): void {
  const { pipes } = reader;
  reader.pipes = undefined;
  if (pipes === undefined) return;
  reader.problems.push(markdown['stray-table-line']({ start: pipes.start, end: pipes.end }, pipes.reason));
}

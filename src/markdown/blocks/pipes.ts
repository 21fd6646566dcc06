import type { Span } from '../../text/location.ts';
import type { StrayReason } from '../diagnostics/form.ts';
import { markdown } from '../diagnostics.ts';
import { readTable } from '../tables.ts';
import type { Reader } from './reader.ts';

/** Why a line that begins with `|` belongs to no table; `from` asks the table's own reader about that line. */
export type PipeReason = 'html' | 'indented' | 'below text' | 'quote' | 'item' | { readonly from: number };

/** Notes a line (from 0) that begins with `|` and belongs to no table; lines in a row are one diagnostic. */
export function notePipe(reader: Reader, line: number, span: Span, reason: PipeReason): void {
  const { pipes } = reader;
  if (reader.notes !== undefined) return;
  const words = typeof reason === 'string' ? reason : explainStrayTable(reader, reason.from);
  if (pipes !== undefined && pipes.line === line - 1 && (pipes.reason === words || words === 'below text')) {
    pipes.line = line;
    pipes.end = span.end;
    return;
  }
  flushPipes(reader);
  reader.pipes = { start: span.start, reason: words, end: span.end, line };
}

function explainStrayTable(reader: Reader, line: number): StrayReason {
  const read = readTable(reader.source, line, []);
  return typeof read === 'string' ? read : 'indented';
}

/** Writes down the lines noted last. */
export function flushPipes(reader: Reader): void {
  const { pipes } = reader;
  reader.pipes = undefined;
  if (pipes === undefined) return;
  const below = findDelimiterBelow(reader, pipes.start);
  if (below !== undefined && (pipes.reason === 'no delimiter row' || pipes.reason === 'delimiter of another width')) {
    reader.diagnostics.push(markdown['wrong-delimiter'](below.span, below.columns));
    return;
  }
  reader.diagnostics.push(markdown['stray-table-line']({ start: pipes.start, end: pipes.end }, pipes.reason));
}

/** The line below a header where it is meant as the delimiter row: dashes and pipes, and at most two other characters. */
function findDelimiterBelow(
  reader: Reader,
  header: number,
): { readonly span: Span; readonly columns: number } | undefined {
  const { text } = reader.source;
  const end = text.indexOf('\n', header);
  if (end === -1) return undefined;
  const next = text.indexOf('\n', end + 1);
  const line = text.slice(end + 1, next === -1 ? text.length : next).trimEnd();
  const strange = line.replace(/[|:\s-]/g, '');
  if (!line.startsWith('|') || !line.includes('-') || strange.length > 2) return undefined;
  const columns = text.slice(header, end).replace(/\\./g, '').split('|').length - 2;
  return { span: { start: end + 1, end: end + 1 + line.length }, columns: Math.max(1, columns) };
}

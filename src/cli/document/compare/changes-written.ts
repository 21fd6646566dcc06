import { formatRow, type RowDraft, rowHeader } from '../../../diff/row.ts';
import type { Document } from '../../../parts/index.ts';
import { findPosition, getLineNumber, readLine } from '../../../text/location.ts';
import { formatTableRow } from '../../../text/table-row.ts';

const titles = ['Version', 'Change', 'What', 'Before', 'Old responses', 'Old requests'] as const;

/**
 * Returns the document's text with rows added to Changes: after the rows of the same version, at the top of the table if the
 * version has none yet, or in a new table at the end of the part. Adds columns that the table lacks; every other line stays
 * byte for byte.
 */
export function withRows({ source, content, service }: Document, version: string, rows: readonly RowDraft[]): string {
  const lines = source.text.split('\n');
  const end = source.text.includes('\r\n') ? '\r' : '';
  const part = content.parts.get('versioning')!;
  const levels = [part, ...part.subjects];
  const table = levels.flatMap(({ tables }) => tables).find(({ grammar }) => grammar.name === 'changes');
  if (table === undefined) {
    const texts = ['### Changes', '', ...rowHeader, ...rows.map((row) => formatRow(version, row))].map(
      (line) => line + end,
    );
    const at = placeForTable(lines, part.heading === undefined ? 0 : getLineNumber(source, part.heading));
    const before = (lines[at - 1] ?? '').trim() === '' ? [] : [end];
    const after = (lines[at] ?? '').trim() === '' ? [] : [end];
    lines.splice(at, 0, ...before, ...texts, ...after);
    return lines.join('\n');
  }
  const first = findPosition(source, table.span.start).line;
  const known = splitRowCells(readLine(source, first)).map((title) => title.toLowerCase());
  const lacking = titles.filter((title, index) => {
    return !known.includes(title.toLowerCase()) && rows.some((row) => listCells(version, row)[index] !== '');
  });
  const last = findPosition(source, table.span.end).line;
  if (lacking.length > 0) {
    for (let line = first; line <= last; line++) {
      const added = lacking
        .map((title) => (line === first ? ` ${title} |` : line === first + 1 ? ' --- |' : ' |'))
        .join('');
      lines[line - 1] = `${readLine(source, line).trimEnd()}${added}${end}`;
    }
  }
  const columns = [...known, ...lacking.map((title) => title.toLowerCase())];
  const texts = rows.map((row) => {
    const cells = listCells(version, row);
    const text = columns.map(
      (title) => cells[titles.findIndex((otherTitle) => otherTitle.toLowerCase() === title)] ?? '',
    );
    return formatTableRow(text) + end;
  });
  const own = service.versioning.changes.filter((row) => row.version.value === version).at(-1);
  const at = own === undefined ? first + 1 : getLineNumber(source, own.span);
  lines.splice(at, 0, ...texts);
  return lines.join('\n');
}

function listCells(version: string, { change, where, before, callers, requests }: RowDraft): readonly string[] {
  return [version, change, where, before, callers, requests];
}

function splitRowCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replace(/ +/g, ' '));
}

/** Returns the line, from 0, before which a new table of Changes goes: before the headings Compatibility and Notes. */
function placeForTable(lines: readonly string[], from: number): number {
  const next = lines.findIndex((line, index) => index >= from && /^### +(Compatibility|Notes)\s*$/i.test(line));
  if (next >= 0) return next;
  let at = lines.length;
  while (at > from && lines[at - 1]!.trim() === '') at -= 1;
  return at;
}

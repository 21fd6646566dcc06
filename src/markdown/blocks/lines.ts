import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/location.ts';
import { markdown } from '../diagnostics.ts';

/** The most that a document and one of its lines may hold, in bytes of UTF-8. */
export const most = { documentBytes: 5 * 1024 * 1024, lineBytes: 64 * 1024 } as const;

/** Why a text is refused before it is read (a document over 5 MiB, a line over 64 KiB), or undefined. */
export function diagnoseSize(source: Source): Diagnostic | undefined {
  const { text, lines } = source;
  if (exceedsBytes(text, 0, text.length, most.documentBytes)) {
    return markdown['document-too-large']({ start: 0, end: 0 });
  }
  for (let line = 0; line < lines.length; line++) {
    const start = lines[line]!;
    const end = findLineEnd(source, line);
    if (exceedsBytes(text, start, end, most.lineBytes))
      return markdown['line-too-long']({ start, end: start }, line + 1);
  }
  return undefined;
}

/** The offset at which a line, counted from 0, ends, its LF or CRLF left out. */
export function findLineEnd(source: Source, line: number): number {
  const next = source.lines[line + 1];
  if (next === undefined) return source.text.length;
  return source.text.charCodeAt(next - 2) === 13 && next - 2 >= source.lines[line]! ? next - 2 : next - 1;
}

function exceedsBytes(text: string, start: number, end: number, limit: number): boolean {
  const units = end - start;
  if (units > limit) return true;
  if (units * 3 <= limit) return false;
  let bytes = units;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes > limit;
}

/** A place in a line; `column` counts virtual columns from 0, tabs standing for one to four of them. */
export interface Cursor {
  readonly text: string;
  readonly end: number;
  at: number;
  column: number;
}

/** The columns of spaces and tabs before the next other character of the line. */
export function measureIndent(cursor: Cursor): number {
  let column = cursor.column;
  for (let at = cursor.at; at < cursor.end; at++) {
    const unit = cursor.text.charCodeAt(at);
    if (unit === 32) column += 1;
    else if (unit === 9) column += 4 - (column % 4);
    else break;
  }
  return column - cursor.column;
}

/** Moves over N columns of spaces and tabs; a tab may be left half used. */
export function skipColumns(cursor: Cursor, columns: number): void {
  for (let left = columns; left > 0 && cursor.at < cursor.end; ) {
    const unit = cursor.text.charCodeAt(cursor.at);
    if (unit === 9) {
      const width = 4 - (cursor.column % 4);
      if (width > left) {
        cursor.column += left;
        return;
      }
      cursor.column += width;
      left -= width;
    } else if (unit === 32) {
      cursor.column += 1;
      left -= 1;
    } else return;
    cursor.at += 1;
  }
}

/** Returns the offset of the first character from `at` other than space and tab, at most `end`. */
export function skipSpaces(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

/** Returns the offset after the last character before `end` other than space and tab, at least `start`. */
export function trimSpacesEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isSpace(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 13;
}

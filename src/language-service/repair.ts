import { type Document, readDocument } from '../parts/index.ts';
import { createSource, findPosition, readLine } from '../text/location.ts';
import { findHeaderLine, isRow, splitCells } from './rows.ts';

let last: { readonly text: string; readonly document: Document } | undefined;

/**
 * Completes the row of a table that is being written: it closes the code span and adds the missing cells after the cursor.
 * Without a half-written row at the cursor, the document is returned as it is.
 */
export function repairRow(document: Document, offset: number): Document {
  const { source } = document;
  const { line } = findPosition(source, offset);
  const words = readLine(source, line);
  if (!isRow(words)) return document;
  const header = findHeaderLine(source, line);
  if (header === line) return document;
  const end = source.lines[line - 1]! + words.length;
  const isOpen = (words.split('`').length - 1) % 2 === 1;
  const isEnded = /(?<!\\)\|\s*$/.test(words);
  const missing = splitCells(source, header).length - splitCells(source, line).length;
  if (!isOpen && isEnded && missing <= 0) return document;
  const tail = `${isEnded ? '' : ' |'}${' |'.repeat(Math.max(0, missing))}`;
  const at = offset + /^[\w.]*/.exec(source.text.slice(offset, end))![0].length;
  const text = `${source.text.slice(0, at)}${isOpen ? '`' : ''}${source.text.slice(at, end)}${tail}${source.text.slice(end)}`;
  if (last?.text !== text) last = { text, document: readDocument(createSource(source.name, text)) };
  return last.document;
}

import { format } from '../markdown/write.ts';
import type { Document } from '../parts/index.ts';
import { type Edit, formatRow } from './row-formatting.ts';

/** Formats a document as `nonet fmt` does. With errors only the rows of its tables: single spaces, and no cell too few. */
export function formatDocument(document: Document): readonly Edit[] {
  const { source, content } = document;
  const formatted = format(content);
  if (formatted !== source.text) return [{ span: { start: 0, end: source.text.length }, text: formatted }];
  const edits: Edit[] = [];
  for (let line = 1; line <= source.lines.length; line++) edits.push(...formatRow(source, line));
  return edits;
}

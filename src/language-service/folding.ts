import type { Document } from '../parts/index.ts';
import { findPosition, readLine } from '../text/location.ts';
import { listHeadings } from './outline.ts';
import { isRow } from './rows.ts';

/** Lines (from 1) that can be folded into the first. */
export interface Fold {
  readonly first: number;
  readonly last: number;
}

/** Lists what can be folded: parts, subjects and tables. */
export function listFolds({ source }: Document): readonly Fold[] {
  const headings = listHeadings(source.text)
    .filter(({ level }) => level > 1)
    .map(({ span }) => {
      const first = findPosition(source, span.start).line;
      let last = findPosition(source, Math.max(span.start, span.end - 1)).line;
      while (last > first && readLine(source, last).trim() === '') last -= 1;
      return { first, last };
    });
  const tables: Fold[] = [];
  for (let line = 1; line <= source.lines.length; line++) {
    if (!isRow(readLine(source, line))) continue;
    const first = line;
    while (line < source.lines.length && isRow(readLine(source, line + 1))) line += 1;
    tables.push({ first, last: line });
  }
  return [...headings, ...tables].filter(({ first, last }) => last > first);
}

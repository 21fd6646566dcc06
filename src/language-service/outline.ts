import type { Document } from '../parts/index.ts';
import type { Span } from '../text/location.ts';
import { listSymbols, type SymbolKind } from './symbols.ts';

/** An entry of the outline: a part, a subject, or a name that a row defines. */
export interface OutlineEntry {
  readonly name: string;
  readonly kind: SymbolKind | 'part' | 'subject';
  readonly span: Span;
  /** The stretch of the name, within the span. */
  readonly selection: Span;
  readonly children: readonly OutlineEntry[];
}

interface Heading {
  readonly name: string;
  readonly level: number;
  readonly span: Span;
  readonly selection: Span;
}

/** Lists the parts of a document with their subjects and the names that they define. */
export function outline({ source, service }: Document): readonly OutlineEntry[] {
  const headings = listHeadings(source.text);
  const names = listSymbols(service).map(
    ({ name, kind, row, span }): OutlineEntry => ({
      name,
      kind,
      span: row.start <= span.start && row.end >= span.end ? row : span,
      selection: span,
      children: [],
    }),
  );
  const inside =
    ({ span }: Heading) =>
    (entry: OutlineEntry): boolean =>
      entry.selection.start >= span.start && entry.selection.start < span.end;
  const parts = headings.filter(({ level }) => level === 2);
  return parts.map((part) => {
    const subjects = headings.filter(
      (heading) => heading.level === 3 && inside(part)({ ...heading, kind: 'subject', children: [] }),
    );
    const ofSubjects = subjects.map((subject): OutlineEntry => {
      const { start } = subject.selection;
      const children = names.filter((name) => inside(subject)(name) && name.selection.start !== start);
      return { ...subject, kind: 'subject', children };
    });
    const own = names.filter((name) => inside(part)(name) && !subjects.some((subject) => inside(subject)(name)));
    return { ...part, kind: 'part', children: [...own, ...ofSubjects] };
  });
}

/** The headings of a text, each with the stretch to the next one of its level or above. */
export function listHeadings(text: string): readonly Heading[] {
  const found: { level: number; start: number; selection: Span; name: string }[] = [];
  let inCode = false;
  let start = 0;
  for (const line of text.split('\n')) {
    if (/^(```|~~~)/.test(line)) inCode = !inCode;
    const [, marks, name = ''] = (inCode ? null : /^(#{1,3})\s+(.*?)\s*$/.exec(line)) ?? [];
    if (marks !== undefined) {
      const at = start + line.indexOf(name, marks.length);
      found.push({
        level: marks.length,
        start,
        name: name === '' ? marks : name,
        selection: { start: at, end: at + name.length },
      });
    }
    start += line.length + 1;
  }
  return found.map(({ level, start: from, name, selection }, at) => {
    const next = found.slice(at + 1).find((other) => other.level <= level);
    return { name, level, selection, span: { start: from, end: next === undefined ? text.length : next.start } };
  });
}

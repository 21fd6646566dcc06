import type { Content, ContentRow } from '../../markdown/content.ts';
import type { PartName } from '../../markdown/grammar.ts';
import { findPosition, type Source } from '../../text/location.ts';

/** A row of a table of the page, or a line `- Name: value`: what a verdict is given on. */
export interface Subject {
  readonly line: number;
  readonly part: PartName;
  /** The heading above it; left out: that of the part. */
  readonly heading?: string;
  /** The row or line as a person calls it: its first cell, or the name of the line. */
  readonly label: string;
  /** The first column of its table, in lower case; of a line its name. */
  readonly kind: string;
}

/** Lists the rows and the lines of a page, in its order. */
export function listSubjects(content: Content, source: Source): readonly Subject[] {
  const at = (offset: number): number => findPosition(source, offset).line;
  const all = [...content.parts.values()].flatMap(({ part, facts, tables, subjects }): readonly Subject[] => {
    const of = (heading: string | undefined, holder: Pick<(typeof subjects)[number], 'facts' | 'tables'>) => [
      ...holder.facts.map(
        ({ name, span }): Subject => ({ line: at(span.start), part, label: name, kind: name, ...named(heading) }),
      ),
      ...holder.tables.flatMap(({ grammar, rows }) =>
        rows.map((row): Subject => {
          const [first] = grammar.columns;
          return {
            line: row.line,
            part,
            label: labelRow(source, row),
            kind: first?.title ?? grammar.name,
            ...named(heading),
          };
        }),
      ),
    ];
    return [...of(undefined, { facts, tables }), ...subjects.flatMap((subject) => of(subject.words.text, subject))];
  });
  const byLine = new Map(all.map((subject) => [subject.line, subject]));
  return [...byLine.values()].toSorted((left, right) => left.line - right.line);
}

function named(heading: string | undefined): Pick<Subject, 'heading'> {
  return heading === undefined ? {} : { heading };
}

/** The first cells of a row that say something, at most two. */
function labelRow(source: Source, { span }: ContentRow): string {
  const text = source.text.slice(span.start, span.end).trim();
  const cells = text
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return cells
    .filter((cell) => cell !== '')
    .slice(0, 2)
    .join(' | ');
}

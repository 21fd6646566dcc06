import type { ColumnGrammar, FactGrammar, PartGrammar, TableGrammar } from '../markdown/grammar.ts';
import { findTableKind, isOf } from '../markdown/tables/columns.ts';
import { findPosition, readLine, type Source, type Span } from '../text/location.ts';
import { findHeaderLine, isDelimiter, isRow, splitCells } from './rows.ts';
import { readSection, type Section } from './section.ts';

/** The kind of text at an offset of a document, even if it is only half written. */
export type Place = { readonly section: Section; readonly span: Span } & (
  | { readonly kind: 'part heading' | 'subject heading' | 'empty line' | 'line name' | 'text' }
  | { readonly kind: 'column title'; readonly titles: readonly string[] }
  | CellPlace
  | { readonly kind: 'line value'; readonly line: FactGrammar }
);

/** A cell of a recognized table; `span` is the stretch between its pipes without the spaces around it. */
export interface CellPlace {
  readonly kind: 'cell';
  readonly section: Section;
  readonly span: Span;
  readonly table: TableGrammar;
  readonly column: ColumnGrammar;
  /** The text of each cell of its row by the title of its column. */
  readonly row: Readonly<Record<string, string>>;
}

/** Finds the kind of text at an offset. It reads lines, so mistakes elsewhere do not matter. */
export function findPlace(source: Source, offset: number): Place {
  const { line } = findPosition(source, offset);
  const start = source.lines[line - 1]!;
  const words = readLine(source, line);
  const section = readSection(source, line);
  const place = { section, span: { start, end: start + words.length } };
  if (section.inCode) return { kind: 'text', ...place };
  const heading = /^(#{1,3})\s+/.exec(words);
  if (heading !== null) {
    const span = { start: start + heading[0].length, end: place.span.end };
    return {
      kind: heading[1] === '##' ? 'part heading' : heading[1] === '###' ? 'subject heading' : 'text',
      section,
      span,
    };
  }
  if (isRow(words)) return findCell(source, section, line, offset) ?? { kind: 'text', ...place };
  if (words.trim() === '') return { kind: 'empty line', ...place };
  return findFactLine(words, start, offset, section) ?? { kind: 'text', ...place };
}

function findFactLine(words: string, start: number, offset: number, section: Section): Place | undefined {
  const item = /^[-*+]\s+([^:]*)(:?)\s*/.exec(words);
  if (item === null || section.part === undefined) return undefined;
  const [whole, name = '', colon] = item;
  const nameStart = start + whole.indexOf(name);
  if (colon === '' || offset <= nameStart + name.length) {
    return { kind: 'line name', section, span: { start: nameStart, end: nameStart + name.length } };
  }
  const at = section.subject === undefined ? 'part' : 'subject';
  const line = section.part.facts.find(
    (fact) => fact.at === at && fact.name.toLowerCase() === name.trim().toLowerCase(),
  );
  if (line === undefined) return undefined;
  return { kind: 'line value', section, line, span: { start: start + whole.length, end: start + words.length } };
}

function findCell(source: Source, section: Section, line: number, offset: number): Place | undefined {
  const header = findHeaderLine(source, line);
  const titles = splitCells(source, header);
  const cells = splitCells(source, line);
  const at = cells.findIndex(({ from, to }) => offset >= from && offset <= to);
  const cell = cells[at];
  if (cell === undefined) return undefined;
  if (line === header)
    return { kind: 'column title', section, titles: titles.map(({ text }) => text), span: cell.span };
  if (isDelimiter(readLine(source, line))) return undefined;
  const table = findTable(
    section.part,
    titles.map(({ text, span }) => ({ text, span })),
  );
  const title = titles[at];
  if (table === undefined || title === undefined) return undefined;
  const toColumn = (index: number): ColumnGrammar | undefined => {
    const found = titles[index];
    if (found === undefined) return undefined;
    const known = table.columns.find((column) => isOf(found, column));
    return known ?? (table.otherColumns === undefined ? undefined : { title: found.text, ...table.otherColumns });
  };
  const column = toColumn(at);
  if (column === undefined) return undefined;
  const row = Object.fromEntries(
    cells.map(({ text }, index) => [toColumn(index)?.title ?? titles[index]?.text ?? '', text]),
  );
  return { kind: 'cell', section, table, column, row, span: cell.span };
}

function findTable(
  part: PartGrammar | undefined,
  titles: readonly { text: string; span: Span }[],
): TableGrammar | undefined {
  return findTableKind(titles, part?.tables ?? []);
}

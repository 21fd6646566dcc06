import type { PartName } from '../../markdown/grammar.ts';
import { grammars } from '../../parts/grammars.ts';
import { formatTableRow } from '../../text/table-row.ts';
import type { Cell, Line, Page, Part, Prose, Row, Section, Table } from './model.ts';

/** A piece of the page, by the line on which it is written. */
export type Placed =
  | { readonly of: 'heading'; readonly section: Section }
  | { readonly of: 'line'; readonly line: Line }
  | { readonly of: 'prose'; readonly prose: Prose }
  | {
      readonly of: 'row';
      readonly row: Row;
      readonly table: Table;
      readonly section: Section;
      /** Returns where its cells are. */
      readonly at: () => readonly CellPlace[];
    };

/** Where a cell is on its line, from column 1; the columns at which its items begin. */
export interface CellPlace {
  readonly column: string;
  readonly start: number;
  readonly end: number;
  readonly items: readonly number[];
}

/** A page as text. */
export interface Written {
  readonly text: string;
  /** The pieces by their line, from 1. A piece of several lines is at each of them. */
  readonly placed: ReadonlyMap<number, Placed>;
}

/** The aspects that a page records as not shown, by their part. */
export type GapNames = ReadonlyMap<PartName, ReadonlySet<string>>;

/** Writes a page in canonical form, with a gap sentence for each part that has gaps. */
export function writePage(page: Page, gaps: GapNames): Written {
  const writing: Writing = { lines: [`# ${page.name.text}`], placed: new Map() };
  for (const one of page.summary) addProse(writing, one);
  const parts = new Map(page.parts.map((part) => [part.part, part]));
  for (const { part: name, title, aspects } of grammars) {
    addBlock(writing, [`## ${title}`]);
    const part = parts.get(name);
    for (const section of part?.sections ?? []) if (section.heading === undefined) addSection(writing, section);
    const names = gaps.get(name) ?? new Set();
    const gap = names.size === aspects.length && !hasFacts(part) ? 'Not shown.' : formatGaps([...names]);
    if (gap !== '') addBlock(writing, [gap]);
    if (part !== undefined) addSubjects(writing, part);
  }
  return { text: `${writing.lines.join('\n')}\n`, placed: writing.placed };
}

/** Whether a part has a table, a line or a heading of its own. */
function hasFacts(part: Part | undefined): boolean {
  return (part?.sections ?? []).some(
    ({ dropped, heading, lines, tables }) =>
      dropped !== true &&
      (heading !== undefined ||
        lines.some((line) => line.dropped !== true) ||
        tables.some(({ rows }) => rows.some((row) => row.dropped !== true))),
  );
}

/** Writes the sentence that records aspects as not shown. */
export function formatGaps(names: readonly string[]): string {
  if (names.length === 0) return '';
  const text = names.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: not shown.`;
}

interface Writing {
  readonly lines: string[];
  readonly placed: Map<number, Placed>;
}

function addSubjects(writing: Writing, part: Part): void {
  for (const section of part.sections) if (section.heading !== undefined) addSection(writing, section);
  for (const { tables } of part.sections) {
    for (const { rows } of tables) {
      for (const { below, dropped } of rows) if (below !== undefined && dropped !== true) addSection(writing, below);
    }
  }
  const notes = part.notes.filter(({ form }) => form !== 'dropped');
  if (notes.length === 0) return;
  addBlock(writing, ['### Notes']);
  for (const note of notes) addProse(writing, note);
}

function addBlock({ lines }: Writing, block: readonly string[]): number {
  lines.push('', ...block);
  return lines.length - block.length + 1;
}

function addSection(writing: Writing, section: Section): void {
  if (section.dropped === true) return;
  const { heading, lines, prose, tables } = section;
  if (heading !== undefined) writing.placed.set(addBlock(writing, [`### ${heading.text}`]), { of: 'heading', section });
  for (const one of prose) addProse(writing, one);
  const kept = lines.filter(({ dropped }) => dropped !== true);
  if (kept.length > 0) {
    const at = addBlock(
      writing,
      kept.map(({ name, value }) => `- ${name}: ${value.text}`),
    );
    for (const [index, line] of kept.entries()) writing.placed.set(at + index, { of: 'line', line });
  }
  for (const table of tables) addTable(writing, section, table);
}

function addProse(writing: Writing, prose: Prose): void {
  if (prose.form === 'dropped') return;
  const lines = prose.words.text.split('\n');
  const at = addBlock(writing, prose.form === 'quoted' ? lines.map((line) => `> ${line}`.trimEnd()) : lines);
  for (let i = 0; i < lines.length; i++) writing.placed.set(at + i, { of: 'prose', prose });
}

function addTable(writing: Writing, section: Section, table: Table): void {
  const rows = table.rows.filter(({ dropped }) => dropped !== true);
  if (rows.length === 0) return;
  const columns = table.columns.filter(
    (column, index) =>
      index === 0 || rows.some(({ cells }) => (cells[column]?.items.length ?? 0) > 0) || isKept(column),
  );
  const texts = rows.map(({ cells }) => columns.map((column) => formatCell(cells[column])));
  const at = addBlock(writing, [
    formatTableRow(columns),
    `|${' --- |'.repeat(columns.length)}`,
    ...texts.map(formatTableRow),
  ]);
  for (const [index, row] of rows.entries())
    writing.placed.set(at + 2 + index, {
      of: 'row',
      row,
      table,
      section,
      at: () => placeCells(row, columns, texts[index]!),
    });
}

function placeCells(row: Row, columns: readonly string[], texts: readonly string[]): readonly CellPlace[] {
  let start = 2;
  return columns.map((column, i) => {
    const text = texts[i] ?? '';
    const place = { column, start, end: start + text.length + 2, items: findItems(row.cells[column], start + 1) };
    start += text === '' ? 2 : text.length + 3;
    return place;
  });
}

/** Columns that a table must have. */
function isKept(column: string): boolean {
  return [
    'Type',
    'Path',
    'Maps to',
    'Kind',
    'Sent in',
    'Allows',
    'When',
    'Status',
    'Object',
    'Value',
    'Applies to',
  ].includes(column);
}

/** The text of a cell. */
export function formatCell(cell: Cell | undefined): string {
  return cell?.items.map(({ text }) => text).join(cell.joint ?? '; ') ?? '';
}

function findItems(cell: Cell | undefined, start: number): readonly number[] {
  let at = start;
  return (
    cell?.items.map(({ text }) => {
      const found = at;
      at += text.length + 2;
      return found;
    }) ?? []
  );
}

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PartName } from '../../markdown/grammar.ts';
import { type Document, readDocument } from '../../parts/index.ts';
import { createSource, findPosition } from '../../text/location.ts';
import type { Cell, Lose, Page, Row, Section, Words } from './model.ts';
import { shrinkPage } from './shrink.ts';
import { type CellPlace, type Placed, type Written, writePage } from './write.ts';

/** A page that `nonet check` accepts. */
export interface Settled extends Written {
  readonly document: Document;
}

const mostRounds = 60;
/** The maximum size of a document. */
const mostBytes = 5 * 1024 * 1024;

/**
 * Writes the page with what is missing as not shown, and leaves out the pieces that `nonet check` refuses, from the smallest piece to the largest: a constraint, a type, a row, a section. Each
 * piece goes to `lose` with the sentence of the diagnostic.
 */
export function settlePage(page: Page, lose: Lose): Settled {
  const gaps = new Map<PartName, Set<string>>();
  let steps = 0;
  for (let round = 0; ; round++) {
    let written = writePage(page, gaps);
    for (let share = measureShare(written); share < 1; share = measureShare(written)) {
      shrinkPage(page, steps++, share, lose);
      written = writePage(page, gaps);
    }
    const document = readDocument(createSource('document.md', written.text));
    const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
    const missing = document.content.aspects.filter(({ status }) => status === 'missing');
    if (errors.length === 0 && missing.length === 0) return { ...written, document };
    if (round === mostRounds) throw new Error(`the page still has ${errors.length} errors: ${errors[0]?.message}`);
    for (const { part, aspect } of missing) gaps.set(part, (gaps.get(part) ?? new Set()).add(aspect));
    if (errors.length === 0) continue;
    const done = new Map<Row, Seen>();
    let given = 0;
    for (const error of errors) if (giveUp(written, document, error, round, done, lose)) given += 1;
    if (given === 0) throw new Error(`no piece of the page has the error: ${errors[0]?.code} ${errors[0]?.message}`);
  }
}

/** The share of a text that a document may have: 1 for all of it. */
function measureShare({ text }: Written): number {
  return Math.min(1, mostBytes / Buffer.byteLength(text));
}

function giveUp(
  written: Written,
  document: Document,
  error: Diagnostic,
  round: number,
  done: Map<Row, Seen>,
  lose: Lose,
): boolean {
  const { line, column } = findPosition(document.source, error.span.start);
  const placed = written.placed.get(line);
  if (placed === undefined) return false;
  const why = `nonet check refuses it: ${error.message}`;
  if (placed.of === 'row') {
    const { row } = placed;
    const isFirst = !done.has(row);
    const seen = done.get(row) ?? { places: placed.at(), cells: mapItems(row) };
    done.set(row, seen);
    const place = seen.places.find(({ start, end }) => start <= column && column < end);
    if (place !== undefined && nameColumns.has(place.column)) giveUpName(placed, place, seen, column, why, lose);
    else if (isFirst) giveUpCell(placed, place, column, round, why, lose);
    return true;
  }
  if (placed.of === 'line') {
    placed.line.dropped = true;
    lose(placed.line.value.says, 'nothing', why);
  } else if (placed.of === 'prose') {
    placed.prose.form = placed.prose.form === 'plain' ? 'quoted' : 'dropped';
    if (placed.prose.form === 'dropped') lose(placed.prose.words.says, 'nothing', why);
  } else dropSection(placed.section, why, lose);
  return true;
}

/** A row as it was written. */
interface Seen {
  readonly places: readonly CellPlace[];
  readonly cells: ReadonlyMap<string, readonly Words[]>;
}

function mapItems({ cells }: Row): Seen['cells'] {
  return new Map(Object.entries(cells).map(([column, { items }]) => [column, items]));
}

type PlacedRow = Extract<Placed, { of: 'row' }>;

/** Columns that list names: each can be left out alone, and a row without a name is left out. */
const nameColumns = new Set(['Allows', 'Operations', 'Applies to', 'Events']);

function giveUpName(placed: PlacedRow, place: CellPlace, seen: Seen, column: number, why: string, lose: Lose): void {
  const gone = seen.cells.get(place.column)?.[place.items.findLastIndex((start) => start <= column)];
  const cell = placed.row.cells[place.column];
  if (gone === undefined || cell === undefined) dropRow(placed, why, lose);
  else {
    cell.items = cell.items.filter((item) => item !== gone);
    if (cell.items.length === 0) dropRow(placed, why, lose);
    else lose(gone.says, 'nothing', why);
  }
}

function giveUpCell(
  placed: PlacedRow,
  place: CellPlace | undefined,
  column: number,
  round: number,
  why: string,
  lose: Lose,
): void {
  const { row } = placed;
  const cell = place && row.cells[place.column];
  if (place === undefined || cell === undefined || cell.items.length === 0) dropRow(placed, why, lose);
  else if (place.column === 'Meaning') {
    for (const { says } of cell.items) lose(says, 'an empty Meaning', why);
    cell.items = [];
  } else if (place.column === 'Constraints') {
    const found = place.items.findLastIndex((start) => start <= column);
    const gone = cell.items[round > 20 ? 0 : Math.max(0, found)];
    cell.items = cell.items.filter((item) => item !== gone);
    lose(gone?.says ?? [], 'nothing', why);
  } else {
    const weaker = weakerForms[place.column];
    if (weaker === undefined || cell.items.some(({ text }) => text === weaker)) dropRow(placed, why, lose);
    else weaken(row, place.column, weaker, why, lose);
  }
}

/** Writes a cell in a weaker form. A field of a weaker type keeps only that it is required. */
function weaken(row: Row, column: string, weaker: string, why: string, lose: Lose): void {
  replaceCell(row.cells[column]!, weaker, why, lose);
  const { Constraints } = row.cells;
  if (column !== 'Type' || Constraints === undefined) return;
  const kept = Constraints.items.filter(({ text }) => text === 'required');
  for (const item of Constraints.items) if (!kept.includes(item)) lose(item.says, 'nothing', why);
  Constraints.items = kept;
}

const weakerForms: Readonly<Record<string, string>> = {
  Type: 'any',
  Request: 'not shown',
  Response: 'not shown',
  Payload: 'not shown',
  To: 'not shown',
};

function replaceCell(cell: Cell, text: string, why: string, lose: Lose): void {
  for (const { says } of cell.items) lose(says, `\`${text}\``, why);
  cell.items = [{ text, says: [] }];
}

function dropRow({ row, table, section }: PlacedRow, why: string, lose: Lose): void {
  loseRow(row, why, lose);
  if (section.heading !== undefined && table.rows.every(({ dropped }) => dropped === true))
    dropSection(section, why, lose);
}

function loseRow(row: Row, why: string, lose: Lose): void {
  if (row.dropped === true) return;
  row.dropped = true;
  for (const { items } of Object.values(row.cells)) for (const { says } of items) lose(says, 'nothing', why);
  if (row.below !== undefined) dropSection(row.below, why, lose);
}

function dropSection(section: Section, why: string, lose: Lose): void {
  if (section.dropped === true) return;
  section.dropped = true;
  lose(section.heading?.says ?? [], 'nothing', why);
  for (const { words } of section.prose) lose(words.says, 'nothing', why);
  for (const { value } of section.lines) lose(value.says, 'nothing', why);
  for (const { rows } of section.tables) for (const row of rows) loseRow(row, why, lose);
}

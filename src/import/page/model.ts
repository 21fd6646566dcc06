import type { PartName } from '../../markdown/grammar.ts';
import type { Tree } from '../source/tree.ts';

/** A text of the page, and what of the source it says. */
export interface Words {
  readonly text: string;
  readonly says: readonly Tree[];
}

/** A cell: its items are written with `; ` between them. A cell that `nonet check` refuses loses items. */
export interface Cell {
  items: readonly Words[];
  /** The separator of the items. Default: `; `. */
  readonly joint?: ', ';
}

/** A row of a table, with a cell for each column that it states. */
export interface Row {
  readonly kind: 'row';
  readonly cells: Readonly<Record<string, Cell>>;
  /** The section below which an operation has its parameters: it goes with the row. */
  readonly below?: Section;
  dropped?: true;
}

/** A line `- Name: value`. */
export interface Line {
  readonly kind: 'line';
  readonly name: string;
  readonly value: Words;
  dropped?: true;
}

/** A paragraph of prose. */
export interface Prose {
  readonly kind: 'prose';
  words: Words;
  /** How it is written: as it is, as a quotation, or not at all. */
  form: 'plain' | 'quoted' | 'dropped';
}

/** A table of a section. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: Row[];
}

/** A heading of level 3 with what is below it; without a heading, what is directly in the part. */
export interface Section {
  readonly heading?: Words;
  readonly lines: Line[];
  readonly prose: Prose[];
  readonly tables: Table[];
  dropped?: true;
}

/** A part of the page. */
export interface Part {
  readonly part: PartName;
  readonly sections: Section[];
  /** The blocks of Markdown below `### Notes`. */
  readonly notes: Prose[];
}

/** The page before it is written. */
export interface Page {
  readonly name: Words;
  readonly summary: Prose[];
  readonly parts: readonly Part[];
}

/** Creates words. */
export function words(text: string, ...says: readonly (Tree | undefined)[]): Words {
  return { text, says: says.filter((tree) => tree !== undefined) };
}

/** Creates a cell of one item; an empty text is an empty cell. */
export function cell(text: string, ...says: readonly (Tree | undefined)[]): Cell {
  return { items: text === '' ? [] : [words(text, ...says)] };
}

/** Creates a section. */
export function section(heading?: Words): Section {
  return { ...(heading === undefined ? {} : { heading }), lines: [], prose: [], tables: [] };
}

/** Creates a paragraph. */
export function prose(text: string, ...says: readonly (Tree | undefined)[]): Prose {
  return { kind: 'prose', words: words(text, ...says), form: 'plain' };
}

/** Creates a row. */
export function row(cells: Readonly<Record<string, Cell>>, below?: Section): Row {
  return { kind: 'row', cells, ...(below === undefined ? {} : { below }) };
}

/** Takes what the page does not say after all. */
export type Lose = (says: readonly Tree[], instead: string, why: string) => void;

import { recognizeDocument } from '../../markdown/recognise.ts';
import { grammars } from '../../parts/grammars.ts';
import { createSource } from '../../text/location.ts';
import { formatGaps } from '../page/write.ts';
import { type Block, formatBlocks, type Part, readBlocks, type Section, type TableBlock } from './blocks.ts';
import { keyOf, renameOperations } from './keys.ts';

/** A place at which the page and the newer source state different things. The page keeps its own. */
export interface Conflict {
  /** The text of the page that stays. */
  readonly stays: string;
  /** The text of the source; undefined if it no longer has the row. */
  readonly source: string | undefined;
  /** The row or the line: `Pet name, Type`. */
  readonly of: string;
}

/** A page with a newer source merged into it. */
export interface Merged {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the page of a newer source into a page that a person has completed. The values of the page stay, and rows of the source are added.
 * With the page of the older source, values that the page has from there are replaced by those of the newer one.
 */
export function mergePages(current: string, newer: string, older?: string): Merged {
  const parts = readBlocks(current).map(withoutGaps);
  const conflicts: Conflict[] = [];
  const added = renameOperations(readBlocks(newer), parts);
  const base = older === undefined ? undefined : renameOperations(readBlocks(older), parts);
  for (const part of added) {
    const own = parts.find(({ title }) => title === part.title);
    const before = base?.find(({ title }) => title === part.title);
    if (own === undefined) (parts as Part[]).push(withoutGaps(part));
    else mergePart(own, withoutGaps(part), before && withoutGaps(before), conflicts);
  }
  return { text: withGaps(parts), conflicts };
}

const gapSentence = /^(?:Not shown|[A-Za-z][A-Za-z ,-]*: not shown)\.$/;

/** Leaves out the paragraphs that only say that something is not shown: they are written again at the end. */
function withoutGaps({ title, sections }: Part): Part {
  return {
    title,
    sections: sections.map(({ heading, blocks }) => ({
      heading,
      blocks: blocks.filter((block) => block.kind !== 'text' || !gapSentence.test(block.text)),
    })),
  };
}

function withGaps(parts: readonly Part[]): string {
  const { aspects } = recognizeDocument(createSource('page.md', formatBlocks(parts)), grammars);
  for (const { part: name, title } of grammars) {
    const part = parts.find((one) => one.title === title);
    const missing = aspects
      .filter(({ part: of, status }) => of === name && status === 'missing')
      .map(({ aspect }) => aspect);
    if (part === undefined || missing.length === 0) continue;
    const isEmpty = part.sections.every(
      ({ heading, blocks }) => heading === '' && blocks.every(({ kind }) => kind === 'text'),
    );
    const all = grammars.find((one) => one.part === name)!.aspects.length;
    const text = isEmpty && missing.length === all ? 'Not shown.' : formatGaps(missing);
    part.sections[0]!.blocks.push({ kind: 'text', text });
  }
  return formatBlocks(parts);
}

function mergePart(own: Part, newer: Part, older: Part | undefined, conflicts: Conflict[]): void {
  for (const section of newer.sections) {
    const wanted = toSubject(section.heading);
    const mine = own.sections.find(({ heading }) => toSubject(heading) === wanted);
    const before = older?.sections.find(({ heading }) => toSubject(heading) === wanted);
    if (mine !== undefined) mergeSection(mine, section, before, conflicts);
    // A section that the page has left out, and the source has not changed, stays out.
    else if (before === undefined) own.sections.push(section);
  }
}

/** The name of a heading: an object may have become a resource. */
function toSubject(heading: string): string {
  return heading.replace(/ \((object|one of)\)$/, '');
}

function mergeSection(own: Section, newer: Section, older: Section | undefined, conflicts: Conflict[]): void {
  const texts = (section: Section | undefined): string =>
    (section?.blocks ?? []).flatMap((block) => (block.kind === 'text' ? block.text : [])).join('\n\n');
  mergeText(own, texts(own), texts(newer), older === undefined ? undefined : texts(older), conflicts);
  for (const block of newer.blocks) {
    if (block.kind === 'text') continue;
    const mine = findBlock(own, block);
    const before = older === undefined ? undefined : findBlock(older, block);
    if (mine === undefined) own.blocks.push(block);
    else if (mine.kind === 'lines' && block.kind === 'lines') {
      const previous = before?.kind === 'lines' ? before.values : undefined;
      mergeValues(mine.values, block.values, previous, (name) => name, conflicts);
    } else if (mine.kind === 'table' && block.kind === 'table')
      mergeTable(mine, block, before?.kind === 'table' ? before : undefined, own.heading, conflicts);
  }
}

function mergeText(own: Section, mine: string, newer: string, older: string | undefined, conflicts: Conflict[]): void {
  if (newer === mine || newer === older || newer === '') return;
  if (mine === '' || mine === older) {
    const at = Math.max(
      0,
      own.blocks.findIndex(({ kind }) => kind === 'text'),
    );
    const kept = own.blocks.filter(({ kind }) => kind !== 'text');
    own.blocks.splice(0, own.blocks.length, ...kept.slice(0, at), { kind: 'text', text: newer }, ...kept.slice(at));
  } else if (older !== undefined)
    conflicts.push({
      stays: mine,
      source: newer,
      of: own.heading === '' ? 'the prose of this part' : `the prose of ${own.heading}`,
    });
}

function findBlock({ blocks }: Section, wanted: Block): Block | undefined {
  return blocks.find(
    (block) =>
      block.kind === wanted.kind &&
      (block.kind !== 'table' || wanted.kind !== 'table' || block.columns[0] === wanted.columns[0]),
  );
}

function mergeTable(
  own: TableBlock,
  newer: TableBlock,
  older: TableBlock | undefined,
  heading: string,
  conflicts: Conflict[],
): void {
  for (const column of newer.columns) if (!own.columns.includes(column)) own.columns.push(column);
  const keys = new Map(own.rows.map((row) => [keyOf(row), row]));
  const before = new Map(older?.rows.map((row) => [keyOf(row), row]));
  const now = new Set(newer.rows.map(keyOf));
  for (const row of newer.rows) {
    const mine = keys.get(keyOf(row));
    const name = `${heading === '' ? '' : `${heading} `}${row.get(newer.columns[0]!) ?? ''}`;
    if (mine !== undefined)
      mergeValues(mine, row, before.get(keyOf(row)), (column) => `${name}, ${column}`, conflicts, own.columns[0]);
    else if (!before.has(keyOf(row))) own.rows.push(row);
  }
  for (const [key, row] of before) {
    const mine = keys.get(key);
    if (now.has(key) || mine === undefined) continue;
    const isSame = [...row].every(([column, value]) => (mine.get(column) ?? '') === value);
    if (isSame) own.rows.splice(own.rows.indexOf(mine), 1);
    else
      conflicts.push({
        stays: formatRow(mine),
        source: undefined,
        of: `${heading === '' ? '' : `${heading} `}${[...mine.values()][0]}`,
      });
  }
}

function formatRow(row: ReadonlyMap<string, string>): string {
  return [...row.values()].filter((value) => value !== '').join(' | ');
}

/** Merges values by name. The value of `fixed` names the row, and is the page's own. */
function mergeValues(
  own: Map<string, string>,
  newer: ReadonlyMap<string, string>,
  older: ReadonlyMap<string, string> | undefined,
  describe: (name: string) => string,
  conflicts: Conflict[],
  fixed?: string,
): void {
  for (const [name, value] of newer) {
    const mine = own.get(name) ?? '';
    const before = older === undefined ? undefined : (older.get(name) ?? '');
    if (name === fixed || value === mine || value === before || isOpen(value)) continue;
    if (isOpen(mine) || mine === before) own.set(name, value);
    else conflicts.push({ stays: mine, source: value, of: describe(name) });
  }
}

function isOpen(value: string): boolean {
  return value === '' || value === 'not shown';
}

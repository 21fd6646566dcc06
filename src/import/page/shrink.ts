import type { Lose, Page, Section } from './model.ts';

const why = 'The page would be larger than 5 MiB, the maximum size of a document.';

/**
 * Makes a page smaller that is too large for a document. Each step leaves out more: meanings of fields, prose, notes, and operations.
 * `share` is the share of the page that a document may have.
 */
export function shrinkPage(page: Page, step: number, share: number, lose: Lose): void {
  const sections = page.parts.flatMap((part) => part.sections);
  if (step === 0) for (const section of sections) dropMeanings(section, 'Field', lose);
  else if (step === 1) dropProse(page, lose);
  else if (step === 2) for (const section of sections) dropMeanings(section, 'Operation', lose);
  else dropRest(page, share, lose);
}

function dropMeanings(section: Section, key: string, lose: Lose): void {
  for (const { rows } of section.tables) {
    for (const { cells, below } of rows) {
      const { Meaning } = cells;
      if (cells[key] !== undefined && Meaning !== undefined) {
        for (const { says } of Meaning.items) lose(says, 'an empty Meaning', why);
        Meaning.items = [];
      }
      if (below !== undefined) dropMeanings(below, 'Parameter', lose);
    }
  }
}

function dropProse({ parts }: Page, lose: Lose): void {
  for (const { sections, notes, part } of parts) {
    const below = sections.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap((row) => row.below ?? [])),
    );
    const prose = [
      ...(part === 'purpose' ? [] : sections.flatMap((section) => section.prose)),
      ...below.flatMap((section) => section.prose),
      ...notes,
    ];
    for (const one of prose) {
      one.form = 'dropped';
      lose(one.words.says, 'nothing', why);
    }
  }
}

/** Leaves out the last operations and objects: all but a share of them. */
function dropRest({ parts }: Page, share: number, lose: Lose): void {
  for (const { part, sections } of parts) {
    if (part === 'resources') for (const section of listRest(sections, share)) dropSection(section, lose);
    if (part !== 'endpoints') continue;
    for (const { tables } of sections) {
      for (const { rows } of tables) {
        for (const row of listRest(rows, share)) {
          row.dropped = true;
          for (const { items } of Object.values(row.cells)) for (const { says } of items) lose(says, 'nothing', why);
          if (row.below !== undefined) dropSection(row.below, lose);
        }
      }
    }
  }
}

function listRest<T extends { dropped?: true }>(all: readonly T[], share: number): readonly T[] {
  const kept = all.filter(({ dropped }) => dropped !== true);
  return kept.slice(Math.floor(kept.length * share));
}

function dropSection(section: Section, lose: Lose): void {
  section.dropped = true;
  lose(section.heading?.says ?? [], 'nothing', why);
  for (const { words } of section.prose) lose(words.says, 'nothing', why);
  for (const { value } of section.lines) lose(value.says, 'nothing', why);
  for (const { rows } of section.tables)
    for (const { cells } of rows)
      for (const { items } of Object.values(cells)) for (const { says } of items) lose(says, 'nothing', why);
}

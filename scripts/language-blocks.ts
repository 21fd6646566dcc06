import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ColumnGrammar } from '../src/markdown/grammar.ts';
import { grammars } from '../src/parts/grammars.ts';
import { formatTable } from '../src/text/table-row.ts';

const folder = join(import.meta.dirname, '../docs/language');
const begin = (name: string): string => `<!-- generated: ${name} (npm run generate) -->`;
const end = '<!-- end -->';

/** Returns the page of the syntax with the tables and lines that follow from the grammars. */
export function languagePages(): Map<string, string> {
  const page = readFileSync(join(folder, 'syntax.md'), 'utf8');
  return new Map([
    ['syntax.md', withBlock(withBlock(page, 'syntax.md', 'tables', allTables()), 'syntax.md', 'lines', allLines())],
  ]);
}

/** Puts a block between its markers. Throws for a page that has none. */
function withBlock(page: string, name: string, block: string, text: string): string {
  const from = page.indexOf(begin(block));
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/language/${name} has no block \`${begin(block)}\` … \`${end}\``);
  return `${page.slice(0, from)}${begin(block)}\n\n${text}\n\n${page.slice(to)}`;
}

function titleOf({ title, required }: ColumnGrammar): string {
  return required === true ? `**${title}**` : title;
}

/** The headings under which the tables of subjects stand, by the name of the table. */
const subjects: Readonly<Record<string, string>> = {
  fields: 'a resource or object',
  tags: 'a union',
  rules: 'a resource',
  states: 'a resource, or `Resource.field`',
  transitions: 'a resource, or `Resource.field`',
  matrix: 'a resource, or `Resource.field`',
  parameters: 'an operation',
};

/** The columns that stand beside those of the grammar, by the name of the table. */
const others: Readonly<Record<string, string>> = {
  matrix: 'and one column for each state',
  codes: 'and columns of your own',
};

/** Every table of every part, with its columns. */
function allTables(): string {
  const rows = grammars.flatMap(({ title, tables }) =>
    tables.map(({ name, at, columns, otherColumns, repeats }, index) => {
      const heading = at === 'subject' ? known(subjects, name) : at.heading;
      const place = at === 'subject' ? heading : heading === '' ? 'the part' : `the part, or ${heading}`;
      const titles = [...columns.map(titleOf), ...(otherColumns === undefined ? [] : [known(others, name)])];
      return [index === 0 ? title : '', place, `${titles.join(', ')}${repeats === true ? ' †' : ''}`];
    }),
  );
  return formatTable(['Part', 'Under', 'Columns'], rows);
}

/** The lines of subjects, by the subjects that have them. */
const subjectsOfLines: Readonly<Record<string, string>> = {
  'Shown as': 'a resource',
  'Tagged by': 'a union',
};

/** Every key–value line of every part. */
function allLines(): string {
  const rows = grammars.flatMap(({ title, facts }) => {
    const lines = facts.map(({ name, at, repeats }) => ({
      place: at === 'part' ? 'the part' : (subjectsOfLines[name] ?? 'an operation'),
      name: `${name}${repeats === true ? ' †' : ''}`,
    }));
    const byPlace = [...Map.groupBy(lines, ({ place }) => place)];
    return byPlace.map(([place, of], index) => [
      index === 0 ? title : '',
      place,
      of.map(({ name }) => name).join(', '),
    ]);
  });
  return formatTable(['Part', 'Under', 'Lines'], rows);
}

function known(words: Readonly<Record<string, string>>, table: string): string {
  const found = words[table];
  if (found === undefined) throw new Error(`scripts/language-blocks.ts has no words for the table \`${table}\``);
  return found;
}

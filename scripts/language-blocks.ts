import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ColumnGrammar, PartGrammar, TableGrammar, ValueGrammar } from '../src/markdown/grammar.ts';
import { grammars } from '../src/parts/grammars.ts';
import { formatTable } from '../src/text/table-row.ts';

const folder = join(import.meta.dirname, '../docs/language');
const begin = (name: string): string => `<!-- generated: ${name} (npm run generate) -->`;
const end = '<!-- end -->';

/** Returns the pages of the language with the blocks that follow from the grammar, by file name. */
export function languagePages(): Map<string, string> {
  const parts = grammars.map((grammar) => [`${grammar.part}.md`, 'columns', columnsOf(grammar)] as const);
  return new Map(
    [...parts, ['syntax.md', 'tables', allTables()] as const].map(([name, block, text]) => {
      const page = readFileSync(join(folder, name), 'utf8');
      return [name, withBlock(page, name, block, text)];
    }),
  );
}

/** Puts a block between its markers. Throws for a page that has none. */
function withBlock(page: string, name: string, block: string, text: string): string {
  const from = page.indexOf(begin(block));
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/language/${name} has no block \`${begin(block)}\` … \`${end}\``);
  return `${page.slice(0, from)}${begin(block)}\n\n${text}\n\n${page.slice(to)}`;
}

/** Every fact line and every column of a part, with what it holds. */
function columnsOf({ facts, tables }: PartGrammar): string {
  const lines = facts.map((fact) => [`line \`${fact.name}\`${fact.repeats === true ? ' †' : ''}`, '', holdsText(fact)]);
  const columns = tables.flatMap((table) => [
    ...table.columns.map((column, at) => [at === 0 ? tableName(table) : '', titleOf(column), columnText(column)]),
    ...(table.otherColumns === undefined ? [] : [['', 'any other', holdsText(table.otherColumns)]]),
  ]);
  return formatTable(['In', 'Column', 'Contains'], [...lines, ...columns]);
}

function tableName({ at, columns, repeats }: TableGrammar): string {
  const name = at === 'subject' || at.heading === '' ? `of ${columns[0]!.title}` : at.heading;
  return `table ${name}${repeats === true ? ' †' : ''}`;
}

function titleOf({ title, required }: ColumnGrammar): string {
  return required === true ? `**${title}**` : title;
}

function columnText(column: ColumnGrammar): string {
  return column.mayBeEmpty === true ? `${holdsText(column)}; some rows may leave it empty` : holdsText(column);
}

/** Says what a cell, or the value of a line, holds. */
function holdsText({ reads, forms }: Pick<ValueGrammar, 'reads' | 'forms'>): string {
  const text = readsText(reads);
  if (forms === undefined) return text;
  const isOwn = typeof reads === 'object' && 'own' in reads;
  return `${text}${isOwn ? ', such as' : ':'} ${forms.map(formText).join(', ')}`;
}

/** `all {resource}` as people read it: `all <resource>`. */
function formText(form: string): string {
  return code(
    form
      .replaceAll('`', '')
      .replace('{of}', '<owner>')
      .replace(/\{(\w+)\}/g, '<$1>'),
  );
}

function readsText(reads: ValueGrammar['reads']): string {
  if (typeof reads === 'string') return words[reads];
  if ('word' in reads) return reads.word.map(code).join(', ');
  if ('own' in reads)
    return reads.each === undefined ? `*${reads.own}*` : `*${reads.own}*, several with \`${reads.each}\``;
  return reads.except === undefined ? 'a name' : `a name, but not ${reads.except.map(code).join(' or ')}`;
}

const words = {
  prose: 'Markdown',
  text: 'text',
  names: 'names, several with `,`',
  items: 'items, several with `;`',
  code: 'a code span',
  duration: 'a duration: `90 days`',
} as const;

function code(word: string): string {
  return `\`${word}\``;
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
    tables.map(({ name, at, columns, otherColumns, repeats }) => {
      const heading = at === 'subject' ? known(subjects, name) : at.heading;
      const place = at === 'subject' ? heading : heading === '' ? 'the part' : `the part, or ${heading}`;
      const titles = [...columns.map(titleOf), ...(otherColumns === undefined ? [] : [known(others, name)])];
      return [title, place, `${titles.join(', ')}${repeats === true ? ' †' : ''}`];
    }),
  );
  return formatTable(['Part', 'Under', 'Columns'], rows);
}

function known(words: Readonly<Record<string, string>>, table: string): string {
  const found = words[table];
  if (found === undefined) throw new Error(`scripts/language-blocks.ts has no words for the table \`${table}\``);
  return found;
}

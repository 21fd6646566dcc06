import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grammars } from '../src/parts/grammars.ts';

const folder = join(import.meta.dirname, '../docs/language');

interface Entry {
  readonly term: string;
  /** The kind of thing, such as `column` or the title of the table that explains the term. */
  readonly what: string;
  readonly link: string;
}

/** Returns the index of the language: each column, line and word with a link to its explanation. */
export function referencePages(): Map<string, string> {
  const pages = globSync('*.md', { cwd: folder }).sort();
  const entries = [...listColumns(), ...pages.flatMap((page) => listTerms(page))];
  const byTerm = Map.groupBy(entries, ({ term }) => term);
  const terms = [...byTerm.keys()].sort((a, b) => toKey(a).localeCompare(toKey(b), 'en') || a.localeCompare(b, 'en'));
  const rows = terms.map((term) => {
    const links = [
      ...new Map(byTerm.get(term)!.map(({ what, link }) => [`${what} ${link}`, `[${what}](${link})`])).values(),
    ];
    return `| ${term} | ${links.join(', ')} |`;
  });
  const text = `<!-- generated: npm run generate -->

# Index of the language

Every column, line and word of the document language, with links to its explanation. Use the search of your browser.

| Term | Explained in |
| --- | --- |
${rows.join('\n')}
`;
  return new Map([['reference.md', text]]);
}

function toKey(term: string): string {
  return term.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** The columns and fact lines of all parts, which the block of each page lists with what they contain. */
function listColumns(): readonly Entry[] {
  return grammars.flatMap(({ part, title, facts, tables }) => {
    const page = `language/${part}.md`;
    const link = `${page}#${findAnchor(`${part}.md`)}`;
    return [
      ...facts.map(({ name }) => ({ term: `${name}:`, what: `line of ${title}`, link })),
      ...tables.flatMap(({ columns }) =>
        columns.map((column) => ({ term: column.title, what: `column of ${title}`, link })),
      ),
    ];
  });
}

/** The anchor of the heading above the generated block of a page. */
function findAnchor(page: string): string {
  const text = readFileSync(join(folder, page), 'utf8');
  const headings = [...text.slice(0, text.indexOf('<!-- generated: columns')).matchAll(/^##+ (.*)$/gm)];
  return toAnchor(headings.at(-1)?.[1] ?? '');
}

/** The code spans in the first cells of the tables of a page, under the headings of the page. */
function listTerms(page: string): readonly Entry[] {
  const entries: Entry[] = [];
  let heading = '';
  let isCode = false;
  let isBody = false;
  for (const line of readFileSync(join(folder, page), 'utf8').split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) continue;
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    if (!line.startsWith('|')) isBody = false;
    else if (/^\| *---/.test(line)) isBody = true;
    else if (isBody) {
      const cell = line.split(/(?<!\\)\|/)[1] ?? '';
      const link = `language/${basename(page)}#${toAnchor(heading)}`;
      for (const [code] of cell.matchAll(/`[^`]+`/g)) entries.push({ term: code, what: heading, link });
    }
  }
  const isOperator = (what: string): boolean => ['Operators', 'Filters'].includes(what);
  return entries.filter(({ term, what }) => term.length <= 50 && (/[a-z]/i.test(term) || isOperator(what)));
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

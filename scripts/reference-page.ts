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
  const meaning = { term: 'Meaning', what: 'column of all parts', link: 'language/syntax.md#cells' };
  const entries = [meaning, ...listColumns(pages), ...pages.flatMap((page) => listTerms(page))];
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

/** The columns and fact lines of all parts, with the headings of the pages that explain them. */
function listColumns(pages: readonly string[]): readonly Entry[] {
  const sections = pages.flatMap((page) => listSections(page));
  return grammars.flatMap(({ part, title, facts, tables }) => {
    const of = (term: string, kind: 'Column' | 'Line'): readonly Entry[] =>
      findSections(sections, part, term, kind).map(({ link }) => ({
        term: kind === 'Line' ? `${term}:` : term,
        what: `${kind.toLowerCase()} of ${title}`,
        link,
      }));
    const titles = tables
      .flatMap(({ columns }) => columns.map((column) => column.title))
      .filter((name) => name !== 'Meaning');
    return [...facts.flatMap(({ name }) => of(name, 'Line')), ...titles.flatMap((name) => of(name, 'Column'))];
  });
}

interface Section {
  readonly page: string;
  readonly link: string;
  /** The lines of the section outside its code. */
  readonly lines: readonly string[];
}

/** The sections of a page: a heading and the lines up to the next one. */
function listSections(page: string): readonly Section[] {
  const text = readFileSync(join(folder, page), 'utf8').replace(/^```.*\n(?:.*\n)*?```$/gm, '');
  return text.split(/^(?=#+ )/m).map((section) => {
    const lines = section.split('\n');
    const link = `language/${basename(page)}#${toAnchor(lines[0]!.replace(/^#+ /, ''))}`;
    return { page: basename(page, '.md'), link, lines };
  });
}

/** The sections whose table explains a column or line; otherwise the first one that its heading or its text names. */
function findSections(
  sections: readonly Section[],
  part: string,
  term: string,
  kind: 'Column' | 'Line',
): readonly Section[] {
  const ofPart = sections.filter(({ page }) => page === part || (part === 'endpoints' && page === 'lists'));
  const row = new RegExp(`^\\| \`?${term}\`? \\|`);
  const explained = ofPart.filter(
    ({ lines }) => lines.some((line) => line.startsWith(`| ${kind} |`)) && lines.some((line) => row.test(line)),
  );
  if (explained.length > 0) return explained;
  const mention = new RegExp(`\\b${term}\\b`);
  const first =
    ofPart.find(({ lines: [heading = ''] }) => mention.test(heading)) ??
    [...ofPart, ...sections].find(({ lines }) => lines.some((line) => mention.test(line)));
  if (first === undefined)
    throw new Error(`docs/language/${part}.md does not explain the ${kind.toLowerCase()} ${term}`);
  return [first];
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

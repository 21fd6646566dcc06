import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grammars } from '../src/parts/grammars.ts';

const folder = join(import.meta.dirname, '../docs/language');

/** The words of the language with the sentence that explains each, as editors show them: from the tables of the reference. */
export function languageWords(): Map<string, string> {
  const columns = new Map<string, string>();
  const words = new Map<string, string>();
  for (const page of globSync('*.md', { cwd: folder }).sort()) {
    const part = grammars.find((grammar) => `${grammar.part}.md` === basename(page));
    for (const { titles, cells } of listRows(readFileSync(join(folder, page), 'utf8'))) {
      const text = describeRow(titles, cells);
      if (text === '') continue;
      if (part !== undefined && (titles[0] === 'Column' || titles[0] === 'Line')) {
        const key = `${part.part}/${toPlain(cells[0]!).replaceAll('`', '')}`;
        // Two tables of a part may have a column of one title.
        columns.set(key, columns.has(key) ? `${columns.get(key)}\n\n${text}` : text);
        continue;
      }
      for (const [, code] of cells[0]!.matchAll(/`([^`]+)`/g)) {
        const key = `${part?.part ?? basename(page, '.md')}/${code}`;
        if (!words.has(key)) words.set(key, text);
      }
    }
  }
  const text = `// generated: npm run generate

/** The contents of each column and line, by \`part/title\`. */
export const columnTexts: Readonly<Record<string, string>> = ${toCode(columns)};

/** The meaning of each word, by \`part/word\` or \`page/word\`. */
export const wordTexts: Readonly<Record<string, string>> = ${toCode(words)};
`;
  return new Map([['words.generated.ts', text]]);
}

interface Row {
  readonly titles: readonly string[];
  readonly cells: readonly string[];
}

/** The rows of the tables of a page outside its code. */
function listRows(page: string): readonly Row[] {
  const rows: Row[] = [];
  let isCode = false;
  let titles: readonly string[] | undefined;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode || !line.startsWith('|')) {
      titles = undefined;
      continue;
    }
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (titles === undefined) titles = cells;
    else if (!/^\| *---/.test(line)) rows.push({ titles, cells });
  }
  return rows;
}

/** The cells behind the first one: a sentence, or a line for each with its title. */
function describeRow(titles: readonly string[], cells: readonly string[]): string {
  const others = cells.map((cell, at) => [titles[at] ?? '', toPlain(cell)]).slice(1);
  const filled = others.filter(([, cell]) => cell !== '');
  if (others.length === 1) return filled[0]?.[1] ?? '';
  return filled.map(([title, cell]) => `${title}: ${cell}`).join('\n');
}

/** Markdown without links and emphasis. */
function toPlain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<![\w`])\*([^*`]+)\*/g, '$1')
    .replaceAll('**', '')
    .trim();
}

function toCode(texts: ReadonlyMap<string, string>): string {
  const lines = [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => `  ${quote(key)}: ${quote(text)},`);
  return `{\n${lines.join('\n')}\n}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

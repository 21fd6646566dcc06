import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordTexts } from '../src/language-service/words.generated.ts';
import type { PartGrammar, TableGrammar } from '../src/markdown/grammar.ts';
import { grammars } from '../src/parts/grammars.ts';

const folder = import.meta.dirname;

/** The text for language models as a page. */
export function languageTextPages(): Map<string, string> {
  return new Map([['language.txt', languageText()]]);
}

/** The same text as a module, for programs. */
export function languageTextModule(): Map<string, string> {
  const lines = JSON.stringify(languageText().split('\n'), undefined, 2);
  const module = `// generated: npm run generate

/** The complete document language for language models: \`docs/language.txt\`. */
export const languageText = ${lines}.join('\\n');
`;
  return new Map([['language-text.generated.ts', module]]);
}

/** The whole language in one text: \`language-text.md\`, with the aspects, lines and tables of each part in place of its marker. */
function languageText(): string {
  const template = readFileSync(join(folder, 'language-text.md'), 'utf8');
  const marked = [...template.matchAll(/^<!-- part (\w+) -->$/gm)].map(([, name]) => name);
  if (marked.join(' ') !== grammars.map(({ part }) => part).join(' ')) {
    throw new Error('scripts/language-text.md needs one line `<!-- part NAME -->` for each part, in their order');
  }
  const text = grammars.reduce(
    (written, grammar) => written.replace(`<!-- part ${grammar.part} -->`, () => describePart(grammar)),
    template,
  );
  const missing = listMissingWords(text);
  if (missing.length > 0) {
    throw new Error(`scripts/language-text.md does not explain these words of docs/language: ${missing.join(', ')}`);
  }
  return text;
}

/** The title, aspects, lines and tables of a part. Required columns have a star; each table may have a column Meaning. */
function describePart({ number, title, aspects, facts, tables }: PartGrammar): string {
  const names = aspects.map(({ name }) => name).join(', ');
  const lines = facts.map(({ name, at }) => `- ${name}:${at === 'subject' ? ' (below a heading)' : ''}`);
  const parts = [`## ${number}. ${title}`, '', `Aspects: ${names}`, ...lines, ...tables.map(describeTable)];
  return parts.join('\n');
}

function describeTable({ at, columns, otherColumns }: TableGrammar): string {
  const place = at === 'subject' || at.heading === '' ? '' : `${at.heading}: `;
  const titles = columns
    .filter(({ title }) => title !== 'Meaning')
    .map(({ title, required }) => `${title}${required === true ? '*' : ''}`);
  return `Table ${place}${titles.join(', ')}${otherColumns === undefined ? '' : ', and others'}`;
}

/** Pages whose words the text must contain, in the notation of their tables. */
const pages = new Set([...grammars.map(({ part }) => part as string), 'shapes', 'lists']);
/** Words that documents do not contain, and examples that the text gives with other names and numbers. */
const left = new RegExp(
  [
    '^versioning/(?:Deprecation|Link|Sunset:|Vary|rel=|pay Invoice|wrong_state)',
    '^authentication/(?: all tenants and |count|find|list|store.get)$',
    '^endpoints//invoices$',
    '^limits/caller',
    '^lists/(?:Link|rel=)',
    '^purpose/- ',
    '^resources/(?:1..10 characters|1..100 items|T or null|multiple of 5)$',
    '^shapes/(?:Invoice\\(all except tags, |Invoice: |\\[code|a or b|customer: |data: |invoice: |lines: |\\{ )',
    '^shapes/fields by (?!name)',
    '^states/(?:create Receipt|sent_at = |user.password)',
  ].join('|'),
);

function listMissingWords(text: string): readonly string[] {
  const plain = text.replaceAll('`', '').replaceAll(/\s+/g, ' ');
  return Object.keys(wordTexts).filter((key) => {
    const [page = '', ...rest] = key.split('/');
    return pages.has(page) && !left.test(key) && !plain.includes(rest.join('/').trim());
  });
}

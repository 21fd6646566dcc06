import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnTexts, wordTexts } from '../src/language-service/words.generated.ts';
import type { CellGrammar, PartGrammar, ValueGrammar } from '../src/markdown/grammar.ts';
import { grammars } from '../src/parts/grammars.ts';

const folder = import.meta.dirname;
/** The longest explanation of a word, in characters: an assistant reads the whole text at once. */
const longest = 62;
const operators = /^[-+*/%<>=!&|(]|^[a-z] (?:and|or|in) |^not a$|^\d|^[{"[]/;
/** Explanations that only repeat the title of their column. */
const trivial =
  /^(?:The (?:name|path|request|responses|operation|error code|trigger|condition)\b[^,:;`]*|The trigger|Constraints, separated by `;`|Required)\.?$/;
/** Words that no document is written with: bounds, headers of responses, the store of a handler, and when a condition is tested. */
const left = new RegExp(
  [
    '^(?:syntax|names)/',
    '^versioning/(?:Deprecation|Link|Sunset:|Vary|rel=|pay Invoice|wrong_state)',
    '^authentication/(?:count|find|list|store.get)$',
    '^expressions/(?:all|exists|exists_one|filter|map|list events|read event|stream events|unique where|where|when|a && b && c|a.b.c)$',
  ].join('|'),
);

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

/** The whole language in one text for language models: every table, column, line and word, a document, and common mistakes. */
function languageText(): string {
  const [head = '', tail = ''] = readFileSync(join(folder, 'language-text.md'), 'utf8').split('<!-- parts -->\n');
  const parts = grammars.map(describePart).join('\n');
  const shared = ['expressions', 'shapes', 'lists'].map((page) => describeWords(page, toTitle(page))).join('\n');
  return `${head}${parts}\n${shared}\n${tail.trim()}\n`;
}

function toTitle(page: string): string {
  return `## Words of ${page}`;
}

function describePart(grammar: PartGrammar): string {
  const { part, number, title, aspects, facts, tables } = grammar;
  const lines = facts.map((fact) => {
    const text = describeValue(part, fact.name, fact);
    return `- ${fact.name}: … (${fact.at})${text === '' ? '' : ` ${text}`}`;
  });
  const listed = tables.map(({ at, columns, otherColumns }) => {
    const place = at === 'subject' ? 'subject' : at.heading === '' ? 'part' : `part or ### ${at.heading}`;
    const titles = columns.map((column) => (column.required === true ? `${column.title}*` : column.title));
    const rest = columns.flatMap((column) => {
      const text = describeValue(part, column.title, column);
      return column.title === 'Meaning' || text === '' ? [] : [`  ${column.title}: ${text}`];
    });
    return [`| ${titles.join(' | ')} |${otherColumns === undefined ? '' : ' and others'} (${place})`, ...rest].join(
      '\n',
    );
  });
  const gaps = aspects.map(({ name }) => name).join(', ');
  return `## ${number}. ${title}\nAspects: ${gaps}\n${[...lines, ...listed].join('\n')}\n${describeWords(part)}`;
}

function describeValue(part: string, title: string, { reads }: Pick<ValueGrammar, 'reads'>): string {
  const text = (columnTexts[`${part}/${title}`] ?? '').replace(/^Optional(?:, [^.]*)?\. ?|^Value: /, '');
  const isEmpty = /^(?:See|One of|Optional)|^Contains/.test(text) || trivial.test(text) || text === '';
  return [describeReads(reads), isEmpty ? '' : shorten(text, 110)].filter((piece) => piece !== '').join(' — ');
}

function describeReads(reads: CellGrammar | 'prose'): string {
  return typeof reads === 'object' && 'word' in reads ? reads.word.join(', ') : '';
}

/** The words of a page, those with the same explanation on one line. */
function describeWords(page: string, title?: string): string {
  const words = Object.entries(wordTexts).filter(([key]) => key.startsWith(`${page}/`) && !left.test(key));
  const named = words.map(([key, text]) => [key.slice(page.length + 1), shorten(text, longest)] as const);
  const kept = named.filter(([word]) => !operators.test(word) && !/^ |^`|`$/.test(word) && !isColumn(page, word));
  const byText = Map.groupBy(kept, ([, text]) => text);
  const lines = [...byText].map(([text, all]) => `${all.map(([word]) => `\`${word}\``).join(' ')}: ${text}`);
  return `${title === undefined ? '' : `${title}\n`}${lines.join('\n')}\n`;
}

function isColumn(page: string, word: string): boolean {
  const grammar = grammars.find(({ part }) => part === page);
  return grammar?.facts.some(({ name }) => name === word) === true;
}

/** The first sentence, cut at a word. */
function shorten(text: string, most: number): string {
  const plain = text
    .replaceAll('\n', '; ')
    .replace(
      /^Status without a code: (?:–; )?|Produced by: |^JSON type: string; Values: |^\w+: |; (?:Values|Effect|Value of the parameter): (?=\S)/g,
      (found) => (found.startsWith(';') ? ': ' : ''),
    );
  const sentence = plain.split(/(?<=[.?])\s/)[0]!.replace(/\.$/, '');
  if (sentence.length <= most) return sentence;
  return `${sentence.slice(0, most).replace(/\s+\S*$/, '')}…`;
}

import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Literal, literalsOf } from './literals.ts';

const root = resolve(import.meta.dirname, '../..');

/** What people read, as files of the repository show it: golden files, and the pages that are written from the source and compared with it. */
const goldens = [
  'tests/cases/**/*.txt',
  'tests/messages/{clients,commands,logs}/*.txt',
  'docs/compare-rules/*.md',
  'docs/metrics.md',
];

/** Files whose texts nobody reads, and those of problems of documents, whose every branch `messages.test.ts` looks for. */
const left = [
  /\.(?:test|fixture|suite)\.ts$/,
  /^src\/(?:testing|operator\/clock|markdown|shape|diagnostics|text|describe|language-service|parts\/resolve\/(?:shapes|effects))\//,
  /^src\/(?:expression|module|parts\/\w+)\/(?:check|parse|read|diagnostics)\b/,
  /^src\/parts\/\w+\/grammar\.ts$/,
  /^src\/stores\/service-tables\//,
  // expectations of checks and reasons of rows, which tests/prove brings about
  /^src\/prove\//,
  // texts of tools, which tests/mcp/author.test.ts calls
  /^src\/cli\/authoring\/mcp\//,
];

/** A message of the source: its file and line, and the texts between its expressions. */
export interface Message extends Literal {
  readonly file: string;
}

/** Returns the messages of the source: texts of three words or more, but those that are code, or words of the program. */
export function messages(): readonly Message[] {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !left.some((pattern) => pattern.test(file)));
  const all = files.sort().flatMap((file) => {
    const literals = literalsOf(readFileSync(join(root, file), 'utf8'));
    return literals.filter(({ pieces }) => isMessage(pieces)).map((literal) => ({ file, ...literal }));
  });
  const words = new Set(all.filter(({ isWord }) => isWord).map(({ pieces }) => pieces.join('…')));
  return all.filter(({ pieces }) => !words.has(pieces.join('…')));
}

const sql =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|WHERE|FROM|VALUES|ON CONFLICT|RETURNING|ORDER BY|GROUP BY|UNION|IS NOT NULL|CASE WHEN|BEGIN|ROLLBACK|RELEASE|SET LOCAL|LISTEN|NOTIFY|VACUUM|PRAGMA|CONSTRAINT|REFERENCES|LANGUAGE|DECLARE|GRANT|OVER|COLLATE|LIMIT|JOIN|NOT NULL|PRIMARY KEY|CAST|CASE|ORDINALITY|STRICT|OVERRIDING|LOCK TABLE|FOR SHARE|NULLS LAST|AS|ON|IN|AND|OR|NOT|NULL|BY|ASC|DESC|INTO|USING|SET|TABLE|INDEX)\b/;
const javascript =
  /=>|===|!==|&&|\|\||\?\?|\b(?:const|let|return|if|for|while|typeof|await|new|export)\b[ (].*[=;({]|;$|\{$|^\}|\w\(\w*\)[.;,]/m;

function isMessage(pieces: readonly string[]): boolean {
  const text = pieces.join(' ');
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  if (words.length < 3 || !/\p{L}[\p{L}`'’,:)]*\s+[`('“"]?\p{L}/u.test(text)) return false;
  return !sql.test(text) && !javascript.test(text);
}

/** Returns a test of whether a golden shows a message, or a test states it: its texts, one after the other, within a few lines. */
export function createShownTest(): (message: Message) => boolean {
  const texts = [shownText(), statedText()];
  return (message) => texts.some((text) => isShownIn(text, message));
}

function isShownIn(shown: string, { pieces }: Message): boolean {
  const texts = pieces.map((piece) => folded(piece).trim()).filter((piece) => /\p{L}/u.test(piece));
  const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '');
  if (!shown.includes(longest)) return false;
  if (texts.length === 1) return true;
  const gap = '[\\s\\S]{0,400}?';
  return new RegExp(texts.map((text) => RegExp.escape(text)).join(gap)).test(shown);
}

/** What the assertions of tests expect, for messages that no transcript can bring about. */
function statedText(): string {
  const files = globSync('{src,tests}/**/*.{test,suite}.ts', { cwd: root });
  return files.map((file) => assertionsOf(readFileSync(join(root, file), 'utf8'))).join('\n');
}

/** The arguments of `assert.…(…)` and the patterns of tables, without the backslashes of their patterns and strings. */
function assertionsOf(text: string): string {
  const asserted = text.match(/\bassert\b[\s\S]*?;$/gm) ?? [];
  const patterns = text.match(/(?<=[[(,] ?|^ *)\/(?![/*])(?:\\.|[^/\\\n]){12,}\/[a-z]*(?=[,\])])/gm) ?? [];
  const found = [...asserted, ...patterns];
  return folded(found.join('\n').replaceAll(/\\(.)/g, '$1'));
}

/** The lines of all goldens, each once, without the lines of documents that they quote. */
function shownText(): string {
  const lines = new Set<string>();
  for (const file of globSync(goldens, { cwd: root })) {
    const text = folded(readFileSync(join(root, file), 'utf8').replaceAll(/^ *\d* \|.*\n|\\(?=")/gm, ''), '\n');
    // A help text breaks its lines anywhere, a list of problems has the same lines again and again.
    if (file.startsWith('tests/messages/')) lines.add(folded(text));
    else for (const line of text.split('\n')) lines.add(line);
  }
  return [...lines].join('\n');
}

function folded(text: string, space = ' '): string {
  return text.toLowerCase().replaceAll(space === ' ' ? /\s+/g : /[ \t]+/g, ' ');
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/** A piece of a source file that no golden case runs. */
interface Unrun {
  /** The file and the line, as an editor opens them. */
  readonly at: string;
  readonly file: string;
  readonly text: string;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Shows all golden cases in a process of its own, which V8 watches block by block, and returns what did not run. */
function unrun(): readonly Unrun[] {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-messages-'));
  // Code from a compile cache is not watched by blocks.
  const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
  const script = join(import.meta.dirname, 'support/show-cases.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [report] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, report!), 'utf8')) as Coverage;
  rmSync(folder, { recursive: true });
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    const ranges = functions.flatMap((coverage) => coverage.ranges);
    return file.startsWith('src/') ? unrunIn(file, readFileSync(join(root, file), 'utf8'), ranges) : [];
  });
}

/** The innermost range around a character tells whether it ran. */
function unrunIn(file: string, source: string, ranges: readonly Range[]): readonly Unrun[] {
  const ran = new Uint8Array(source.length).fill(1);
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const found: Unrun[] = [];
  for (let from = ran.indexOf(0); from !== -1; ) {
    const next = ran.indexOf(1, from);
    const to = next === -1 ? source.length : next;
    const line = source.slice(0, from).split('\n').length;
    found.push({ at: `${file}:${line}`, file, text: source.slice(from, to) });
    from = ran.indexOf(0, to);
  }
  return found;
}

/** Where the words of problems stand, and where the words are made that they are given. */
const problemFile = /^src\/(?!diagnostics\/)(?:.*\/)?diagnostics(?:\/[\w-]+)?\.ts$/;
const readingFile =
  /^src\/(?:markdown|shape|module|expression|parts\/\w+\/(?:read|check|resolve|deliveries|schemes)|parts\/resolve\/(?:literals|shapes))\b/;
const literal = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gsu;

/** The texts of three words or more, but those of errors of our own and the descriptions of schemas. */
function sentencesIn(text: string): readonly string[] {
  const others = /new Error\([^)]*\)|(?:createTextHeader\(|description: )'[^'\n]*'/g;
  const literals = text.replaceAll(others, '').match(literal) ?? [];
  return literals.filter((candidate) => candidate.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3);
}

const pieces = unrun();

test('every branch of every message is shown by a golden case', () => {
  assert.ok(pieces.length > 100, `${pieces.length} pieces of code that no case runs`);
  const unshown = pieces.filter(({ file }) => problemFile.test(file));
  assert.deepEqual(
    unshown.map(({ at, text }) => `${at} ${text.trim()}`),
    [],
    'no document shows these messages: add one to tests/cases/<part>/, or delete the message if nothing brings it about',
  );
});

test('every reason that a message is given is shown by a golden case', () => {
  const reading = pieces.filter(({ file }) => readingFile.test(file));
  assert.deepEqual(
    reading.flatMap(({ at, text }) => sentencesIn(text).map((sentence) => `${at} ${sentence}`)),
    [],
    'no document shows these reasons: add one to tests/cases/<part>/, or delete the reason if nothing brings it about',
  );
});

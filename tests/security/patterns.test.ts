import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileTest } from '../../src/codegen/inputs/pattern.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource, getLineNumber } from '../../src/text/location.ts';
import { serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { runs } from '../support/runs.ts';

/** The shop, a customer's name bound by a pattern and nothing else. */
const named = (pattern: string, constraints = ''): string =>
  shop
    .replace(
      '| name | string | required; 1..200 characters | |',
      () => `| name | string | required${constraints}; pattern \`${pattern.replaceAll('|', '\\|')}\` | |`,
    )
    .replace('| body | body size | all | | 64 KiB | too_large |', '| body | body size | all | | 256 KiB | too_large |');

function problemsOf(text: string): readonly { readonly code: string; readonly line: number }[] {
  const source = createSource('shop.md', text);
  const errors = readDocument(source).diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ code, span }) => ({ code, line: getLineNumber(source, span) }));
}

/** Patterns that blow up in engines that try one way after the other, and what each of them finds. */
const nasty: readonly (readonly [pattern: string, finds: (text: string) => boolean])[] = [
  ['(a+)+$', (text) => text.endsWith('a')],
  ['(a|a)*$', () => true],
  ['^(a|aa)*$', (text) => /^a*$/.test(text)],
  ['(.*a){20}', (text) => text.split('a').length > 20],
  ['^(\\w+\\s?)*$', (text) => /^[\w\s]*$/.test(text) && !/^\s|\s\s/.test(text)],
  ['(a*)*b', (text) => text.includes('b')],
  ['(x+x+)+y', (text) => text.includes('xxy')],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', (text) => /[A-Z]/.test(text)],
  ['(.*)*=', (text) => text.includes('=')],
  ['a{0,100}a{0,100}a{0,100}b', (text) => text.includes('b')],
  ['\\d*\\d*\\d*x$', (text) => text.endsWith('x')],
];

// Tried one way after the other the least of them takes minutes, the worst the age of the world; how long it does take is measured.
test('S20: patterns that blow up elsewhere are tested on 100,000 characters in linear time', {
  timeout: 60_000,
}, async (t) => {
  let count = 0;
  let found = 0;
  for (const [pattern, finds] of nasty) {
    const served = await serveIn(t, named(pattern));
    const key = await served.key(['write'], { shop: 'a' });
    const their = await served.key(['write'], { shop: 'b' });
    for (const text of [
      `${'a'.repeat(100_000)}!`,
      'a'.repeat(100_000),
      'x'.repeat(100_000),
      'a '.repeat(50_000),
      `${'x'.repeat(99_999)}y`,
      '1'.repeat(100_000),
      `${'a'.repeat(900)}!`,
      `${'1'.repeat(999)}x`,
    ]) {
      for (const by of [key, their]) {
        const got = await served.ask('POST /customers', {
          key: by,
          body: { name: text, email: `m${++count}@example.com` },
        });
        assert.equal(got.status, finds(text) ? 201 : 422, `${pattern} on ${text.slice(-9)}: ${got.text.slice(0, 200)}`);
        if (got.status === 201) found++;
      }
    }
  }
  assert.ok(found > 30 && found < count - 30, `${found} of ${count}`);
});

const around: readonly string[] = [
  '(?=a)b',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '(?P=x)',
  '(?>a)',
  'a++',
  '(?R)',
  '(?(1)a|b)',
  '\\Ka',
];
const many: readonly string[] = [
  'a{1,1001}',
  'a{1001}',
  'a{1001,}',
  'a{100000}',
  '(a{100}){100}',
  '((a{10}){10}){11}',
  '(?:a{2,500}){3}',
];

/** That each pattern is an error at its own line. */
function refused(patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const text = named(pattern);
    const line =
      text.split('\n').findIndex((candidate) => candidate.includes('; pattern `') && candidate.startsWith('| name')) +
      1;
    const found = problemsOf(text);
    assert.ok(found.length > 0, `${pattern} is not refused`);
    assert.ok(
      found.every((problem) => problem.line === line),
      `${pattern}: ${JSON.stringify(found)}`,
    );
  }
}

test('S21: patterns that look around or back are refused when the document is read, with their line', () => {
  refused(around);
});

test('S22: repeats above 1,000, alone and inside each other, are refused when the document is read, with their line', () => {
  refused(many);
  assert.deepEqual(problemsOf(named('^a{1,1000}$')), []);
});

/** Numbers that are the same in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const atoms = [
  'a',
  'b',
  'c',
  '[ab]',
  '[^a]',
  '[a-c]',
  '.',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\.',
  '-',
  '1',
  'é',
  '[é😀]',
  '😀',
  '\\x61',
  '[\\d-]',
  '',
];

function patternOf(random: (below: number) => number, depth: number): string {
  const term = (): string => {
    const pick = random(depth > 0 ? 10 : 6);
    const atom =
      pick < 6
        ? atoms[random(atoms.length)]!
        : pick < 8
          ? `(?:${patternOf(random, depth - 1)})`
          : `(${patternOf(random, depth - 1)})`;
    const again = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?', '??'][random(12)]!;
    return atom === '' ? ['^', '$', '\\b', ''][random(4)]! : atom + again;
  };
  const branch = (): string => Array.from({ length: 1 + random(3) }, term).join('');
  return random(4) === 0 ? `${branch()}|${branch()}` : branch();
}

test('S23: on generated patterns the verdict is that of a reference engine', () => {
  const random = randomOf(20_261_121);
  const letters = ['a', 'b', 'c', '1', '.', '-', ' ', 'é', '😀', '_', 'A'];
  let compared = 0;
  let matched = 0;
  const differing: string[] = [];
  const patterns = runs(10_000);
  for (let i = 0; i < patterns; i++) {
    const pattern = patternOf(random, 2);
    const reference = new RegExp(pattern, 'u');
    const test = compileTest(pattern);
    for (let j = 0; j < 6; j++) {
      const text = Array.from({ length: random(7) }, () => letters[random(letters.length)]!).join('');
      const expected = reference.test(text);
      if (test(text) !== expected) differing.push(`${pattern} on ${JSON.stringify(text)}: ${!expected}`);
      if (expected) matched++;
      compared++;
    }
  }
  assert.deepEqual(differing.slice(0, 20), []);
  assert.equal(compared, patterns * 6);
  assert.ok(matched > patterns * 1.5 && matched < patterns * 5.5, String(matched));
});

for (const [store, addressOf] of everyStore) {
  describe(`lengths ${store}`, () => {
    test('S24: lengths are counted in code points, by bounds and by patterns, and letter case and marks are not folded', async (t) => {
      const served = await serveIn(
        t,
        named('^.{1,4}$', '; 1..4 characters').replace(
          '| data | object |',
          '| nick | string | unique with shop; ..4 characters | |\n| data | object |',
        ),
        {},
        undefined,
        await addressOf(),
      );
      const key = await served.key(['read', 'write'], { shop: 'a' });
      const their = await served.key(['read', 'write'], { shop: 'b' });
      let count = 0;
      const status = async (name: string, by = key): Promise<number> => {
        const got = await served.ask('POST /customers', {
          key: by,
          body: { name, nick: name, email: `m${++count}@example.com` },
        });
        if (got.status === 201) assert.equal(got.json.name, name);
        return got.status;
      };
      for (const name of [
        '😀😀😀😀',
        'e\u0301e\u0301',
        '\u00e9\u00e9',
        '\u{10ffff}'.repeat(4),
        '👨‍👩',
        'ß',
        'SS',
        'ss',
        'ſ',
        'K',
        '\u212a',
        'k',
        'İ',
        'i\u0307',
      ]) {
        assert.equal(await status(name), 201, name);
        assert.equal(await status(name), 409, `${name} twice`);
        assert.equal(await status(name, their), 201, `${name} of another tenant`);
      }
      for (const name of ['😀😀😀😀😀', 'e\u0301e\u0301e', '👨‍👩‍👧', '']) assert.equal(await status(name), 422, name);
    });
  });
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/process.ts';

const numbers = 92;
const page = readFileSync(join(root, 'docs/compliance/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| S\d+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));

/** The numbered titles of a file, as they are written: of one that ends with the store's name what stands before it. */
function titlesIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g);
  return [...found].flatMap(([, plain, quoted, built]) => {
    const title = (plain?.replaceAll("\\'", "'") ?? quoted ?? built ?? '').replace(/\s*\(?\$\{[^}]*\}[^$]*$/, '');
    return /\bS\d+\b/.test(title) ? [title] : [];
  });
}

const files = ['tests/**/*.test.ts', 'src/**/*.test.ts'].flatMap((glob) => globSync(glob, { cwd: root }));
const titles = new Map(files.map((file) => [file.replaceAll('\\', '/'), titlesIn(file)]));

/** The numbers that a title begins with: `S12, S13: …`, `S28.3: …`. */
function numbersOf(title: string): readonly string[] {
  const [lead = ''] = title.split(':');
  if (!/^S\d+(?:\.\d+)?(?:, S\d+(?:\.\d+)?)*$/.test(lead)) return [];
  return [...lead.matchAll(/\bS\d+/g)].map(([number]) => number);
}

test('every number of the security tests has a line in docs/compliance/security.md', () => {
  assert.deepEqual(
    rows.map(([number]) => number),
    Array.from({ length: numbers }, (_, i) => `S${i + 1}`),
  );
});

test('every line of docs/compliance/security.md names tests that are there, a measurement, or why it does not apply yet', () => {
  let named = 0;
  for (const [number, asks, shown, ...more] of rows) {
    assert.ok(number && asks && shown && more.length === 0, `three cells: ${number}`);
    if (shown.startsWith('*not yet*: ')) continue;
    for (const part of shown.split('<br>')) {
      const measured = /^measured by `npm run (bench:\w+)`/.exec(part);
      if (measured !== null) {
        const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
          scripts: Record<string, string>;
        };
        assert.ok(measured[1]! in scripts, part);
        continue;
      }
      const [, file, title] = /^`([^`]+\.ts)`: (.+)$/.exec(part) ?? [];
      assert.ok(file !== undefined && title !== undefined, `a file and the title of a test: ${part}`);
      const plain = title.replaceAll('\\*', '*').replaceAll('\\|', '|').replaceAll('\\_', '_');
      const text = readFileSync(join(root, file), 'utf8');
      const known =
        titles.get(file)?.includes(plain) === true ||
        text.includes(`'${plain.replaceAll("'", "\\'")}'`) ||
        text.includes(plain);
      assert.ok(known, `${file} has no test called: ${plain}`);
      named++;
    }
  }
  assert.ok(named >= 120, String(named));
});

test('every numbered test stands in the line of its number', () => {
  const missing: string[] = [];
  for (const [file, all] of titles) {
    for (const title of all) {
      for (const number of numbersOf(title)) {
        const row = rows.find(([cell]) => cell === number);
        const written = title.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('__', '\\_\\_');
        if (row?.[2]?.includes(`\`${file}\`: ${written}`) !== true) missing.push(`${number} | \`${file}\`: ${written}`);
      }
    }
  }
  assert.deepEqual(missing, []);
});

test('every answer of docs/compliance/asvs.md names tests that are there, or says why there is none', () => {
  const answers = readFileSync(join(root, 'docs/compliance/asvs.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
  // The numbers of requirements in the sections of the chapters 6, 7 and 9.
  const sections = { 6: [3, 12, 8, 6, 8, 4, 2, 4], 7: [3, 4, 2, 5, 3, 2], 9: [3, 4] };
  const numbers = Object.entries(sections).flatMap(([chapter, counts]) =>
    counts.flatMap((count, at) => Array.from({ length: count }, (_, nth) => `${chapter}.${at + 1}.${nth + 1}`)),
  );
  assert.deepEqual(
    answers.map(([number]) => number),
    numbers,
  );
  for (const [number, level, asks, answer, ...more] of answers) {
    assert.ok(/^[123]$/.test(level!) && asks && answer && more.length === 0, number);
    for (const part of answer.split('<br>')) {
      const [, file, title] = /^`([^`]+\.ts)`: (.+)$/.exec(part) ?? [];
      if (file === undefined) continue;
      const text = readFileSync(join(root, file), 'utf8');
      assert.ok(text.includes(title!), `${number}: ${file} has no test called: ${title}`);
    }
  }
});

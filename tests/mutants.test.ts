import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { defaultPlaces, testsFor } from '../mutants/areas.ts';
import { hasRun } from '../mutants/coverage.ts';
import { readOptions, usage } from '../mutants/options.ts';
import { sampleOf } from '../mutants/sample.ts';
import { type Result, tableOf } from '../mutants/table.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/mutation.md'), 'utf8');

test('the page of mutation tests shows the help', () => {
  assert.ok(page.includes(`\`\`\`text\n${usage}\`\`\``), 'docs/mutation.md shows another help');
});

test('each place holds source files, and tests for each of them', () => {
  for (const place of defaultPlaces) {
    const files = globSync(`${place}/**/*.ts`, { cwd: root });
    assert.notEqual(files.length, 0, place);
    for (const glob of new Set(files.flatMap(testsFor))) assert.notEqual(globSync(glob, { cwd: root }).length, 0, glob);
  }
});

test('a seed selects the same sample each time, and another seed another one', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const sample = sampleOf(all, 10, 1);
  assert.equal(new Set(sample).size, 10);
  assert.deepEqual(sampleOf(all, 10, 1), sample);
  assert.notDeepEqual(sampleOf(all, 10, 2), sample);
  assert.deepEqual(sampleOf(all, 1000, 1), all);
});

test('code has run if the smallest range around it was counted', () => {
  const ranges = [
    { startOffset: 0, endOffset: 100, count: 1 },
    { startOffset: 20, endOffset: 60, count: 0 },
    { startOffset: 30, endOffset: 40, count: 3 },
  ];
  const script = { url: '', functions: [{ ranges }] };
  const found = [10, 20, 30, 40, 60, 100].map((offset) => hasRun(script, offset));
  assert.deepEqual(found, [true, false, true, false, true, false]);
});

test('the table counts mutants by what became of them', () => {
  const mutant = { file: 'src/a.ts', line: 1, start: 0, end: 1, kind: 'X', original: 'a', replacement: 'b' };
  const outcomes = ['killed', 'killed', 'timed out', 'survived'] as const;
  const results = outcomes.map((outcome): Result => ({ place: 'src/a.ts', mutant, outcome, test: '' }));
  assert.equal(tableOf(results).at(-1), '| `src/a.ts` | 4 | 2 | 1 | 1 | 0 | 75 % |');
});

test('options of a mutation run are read, and wrong ones refused', () => {
  assert.deepEqual(readOptions([]).places, defaultPlaces);
  assert.deepEqual(readOptions(['src/a.ts:1-2', '--sample', '3']).places, ['src/a.ts:1-2']);
  assert.throws(() => readOptions(['--sample', '0']), /--sample wants a whole number above 0, not 0/);
});

test('each place with a score holds source files', () => {
  const places = [...page.matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(([, place]) => place!);
  assert.notEqual(places.length, 0);
  for (const place of places) assert.notEqual(globSync(place, { cwd: root }).length, 0, place);
  for (const place of defaultPlaces) {
    assert.ok(
      places.some((candidate) => candidate === place || candidate.startsWith(`${place}/`)),
      `${place} has no score`,
    );
  }
});

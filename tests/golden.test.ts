import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { changeParts } from '../src/diff/change.ts';
import '../src/module/diagnostics.ts';
import { catalogue } from '../src/diagnostics/diagnostic.ts';
import { cases, diagnosticCases, shownIn } from './support/cases.ts';
import { compareGolden } from './support/golden.ts';

const files = diagnosticCases();
const found = new Set<string>();

test('there are at least 120 golden pairs, spread over the nine parts', () => {
  assert.ok(files.length >= 120, `${files.length} golden pairs`);
  for (const part of changeParts) {
    const of = files.filter((file) => file.startsWith(`${part}/`)).length;
    assert.ok(of >= 4, `${of} golden pairs in ${part}`);
  }
});

for (const file of files) {
  test(`golden: ${file}`, () => {
    const golden = join(cases, file.replace(/\.md$/, '.diagnostics.txt'));
    const all = shownIn(file);
    for (const { diagnostic } of all) found.add(diagnostic.code);
    // cases are small: what they leave out is not shown
    const shown = all.filter(({ diagnostic }) => diagnostic.code !== 'markdown/missing-aspect');
    const text = `${shown.map(({ picture }) => picture).join('\n\n')}\n`;
    compareGolden(golden, text, 'tests/golden.test.ts');
  });
}

test('every problem has a golden pair that shows it', () => {
  assert.ok(catalogue.size >= 500, `${catalogue.size} problems`);
  assert.deepEqual(
    [...catalogue.keys()].filter((code) => !found.has(code)).toSorted(),
    [],
    'no document in tests/cases shows these: write one to tests/cases/<part>/',
  );
});

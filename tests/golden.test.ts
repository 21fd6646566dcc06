import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeParts } from '../src/diff/change.ts';
import '../src/module/diagnostics.ts';
import { catalogue } from '../src/diagnostics/diagnostic.ts';
import { diagnosticCases, formatShown, shownIn } from './support/cases.ts';
import { compareExpected } from './support/golden.ts';

const found = new Set<string>();

test('there are at least 120 cases of diagnostics, spread over the nine parts', () => {
  const names = [...diagnosticCases.keys()];
  assert.ok(names.length >= 120, `${names.length} cases`);
  for (const part of changeParts) {
    const of = names.filter((name) => name.startsWith(`${part}/`)).length;
    assert.ok(of >= 4, `${of} cases in ${part}`);
  }
});

for (const [name, one] of diagnosticCases) {
  test(`golden: ${name}`, () => {
    const all = shownIn(name);
    for (const { diagnostic } of all) found.add(diagnostic.code);
    // cases are small: what they leave out is not shown
    const shown = all.filter(({ diagnostic }) => diagnostic.code !== 'markdown/missing-aspect');
    compareExpected(one, shown.map(formatShown).join('\n'), 'tests/golden.test.ts');
  });
}

test('every problem has a case that shows it', () => {
  assert.ok(catalogue.size >= 500, `${catalogue.size} problems`);
  assert.deepEqual(
    [...catalogue.keys()].filter((code) => !found.has(code)).toSorted(),
    [],
    'no document in tests/cases shows these: write one to a file of tests/cases/<part>/',
  );
});

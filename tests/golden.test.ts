import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changeParts } from '../src/diff/change.ts';
import { readDocument } from '../src/parts/index.ts';
import { terminalOf } from '../src/problems/terminal.ts';
import { sourceOf } from '../src/text/location.ts';

const cases = join(import.meta.dirname, 'cases');
const update = process.env.UPDATE !== undefined;

/** The problems of a document as a terminal shows them; that aspects are missing is left out, since cases are small. */
function shown(file: string): string {
  const document = readDocument(sourceOf(file, readFileSync(join(cases, file), 'utf8')));
  const problems = document.problems.filter((problem) => problem.code !== 'markdown/missing-aspect');
  return `${problems.map((problem) => terminalOf(document.source, problem, false).trimEnd()).join('\n\n')}\n`;
}

// `x.before.md` and `x.after.md` are of the golden triples of changes
const files = globSync('*/*.md', { cwd: cases })
  .filter((file) => !/\.(before|after)\.md$/.test(file))
  .sort();

test('there are at least 120 golden pairs, spread over the nine parts', () => {
  assert.ok(files.length >= 120, `${files.length} golden pairs`);
  for (const part of changeParts) {
    const of = files.filter((file) => file.startsWith(`${part}/`)).length;
    assert.ok(of >= 4, `${of} golden pairs in ${part}`);
  }
});

for (const file of files) {
  test(`golden: ${file}`, () => {
    const golden = join(cases, file.replace(/\.md$/, '.problems.txt'));
    const text = shown(file);
    if (update) writeFileSync(golden, text);
    assert.ok(existsSync(golden), `${golden} is missing: run with UPDATE=1, then read what was written`);
    assert.equal(text, readFileSync(golden, 'utf8'));
  });
}

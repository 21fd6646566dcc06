import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { classOf } from '../src/changes/change.ts';
import { terminalOf } from '../src/changes/terminal.ts';
import { reportOf } from '../src/cli/compare/comparing.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { terminalOf as problemOf } from '../src/problems/terminal.ts';
import { sourceOf } from '../src/text/place.ts';

const cases = join(import.meta.dirname, 'cases');
const root = join(import.meta.dirname, '..');
const update = process.env.UPDATE !== undefined;
const helpers = new Set([
  ...['index', 'subjects', 'schemas', 'members', 'conditions', 'service', 'told'],
  ...['access', 'reaches', 'outcomes', 'moved', 'telling', 'rule-moves', 'answers', 'meanings', 'uniques', 'responses'],
]);

function read(file: string): Document {
  const document = readDocument(sourceOf(file, readFileSync(join(cases, file), 'utf8')));
  const errors = document.problems.filter(({ severity }) => severity === 'error');
  assert.equal(errors.map((problem) => problemOf(document.source, problem, false)).join('\n'), '');
  return document;
}

/** The changes of a triple as the terminal shows them; what the stores do with them has tests of its own. */
function shown(name: string): { readonly text: string; readonly rules: readonly string[] } {
  const report = { ...reportOf(read(`${name}.before.md`), read(`${name}.after.md`)), stored: [] };
  return { text: `${terminalOf(report, { colours: false })}\n`, rules: report.changes.map(({ rule }) => rule) };
}

const names = globSync('*/*.before.md', { cwd: cases })
  .map((file) => file.replace(/\.before\.md$/, ''))
  .sort();
const found = new Set<string>();

for (const name of names) {
  test(`golden triple: ${name}`, () => {
    const golden = join(cases, `${name}.changes.txt`);
    const { text, rules } = shown(name);
    for (const rule of rules) found.add(rule);
    if (update) writeFileSync(golden, text);
    assert.ok(existsSync(golden), `${golden} is missing: run with UPDATE=1, then read what was written`);
    assert.equal(text, readFileSync(golden, 'utf8'));
  });
}

test('every rule has a golden triple', () => {
  const rules = globSync('src/parts/*/changes/*.ts', { cwd: root })
    .map((file) => file.split('/'))
    .map((path) => `${path[2]}/${path[4]!.replace(/\.ts$/, '')}`)
    .filter((rule) => !helpers.has(rule.split('/')[1]!));
  assert.ok(rules.length >= 200, `${rules.length} rules`);
  assert.deepEqual(rules.filter((rule) => !found.has(rule)).toSorted(), []);
});

test('a document compared with itself has no difference', () => {
  for (const name of names) {
    const document = read(`${name}.after.md`);
    const { changes } = reportOf(document, document);
    assert.deepEqual(
      changes.map((change) => `${name} ${change.rule} ${classOf(change)}`),
      [],
    );
  }
});

test('any two documents can be compared', () => {
  const documents = names.flatMap((name) => [read(`${name}.before.md`), read(`${name}.after.md`)]);
  documents.forEach((document, index) => {
    const other = documents[(index * 7 + 31) % documents.length]!;
    assert.ok(terminalOf(reportOf(document, other), { colours: false }).length > 0);
  });
});

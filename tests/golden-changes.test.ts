import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesOf } from '../scripts/change-pages.ts';
import { createReport } from '../src/cli/document/compare/comparing.ts';
import { formatDiagnostics as problemOf } from '../src/diagnostics/terminal.ts';
import { changeParts, classifyChange } from '../src/diff/change.ts';
import { formatReport } from '../src/diff/terminal.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { changeCases } from './support/cases.ts';
import { compareExpected } from './support/golden.ts';

function read(name: string, text: string): Document {
  const document = readDocument(createSource(name, text));
  const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
  assert.equal(errors.map((diagnostic) => problemOf(document.source, diagnostic)).join('\n'), '');
  return document;
}

const triples = changeCases.map((one) => {
  const name = one.name.replace(/\.md$/, '');
  return { ...one, before: () => read(`${name}.before.md`, one.text), now: () => read(`${name}.after.md`, one.after) };
});
const found = new Set<string>();

for (const triple of triples) {
  test(`golden change: ${triple.name}`, () => {
    // what the stores do with the changes has tests of its own
    const report = { ...createReport(triple.before(), triple.now()), migration: [] };
    for (const { rule } of report.changes) found.add(rule);
    compareExpected(triple, formatReport(report, { colours: false }), 'tests/golden-changes.test.ts');
  });
}

const rules: readonly string[] = changeParts.flatMap((part) => rulesOf(part).map(({ name }) => name));

test('every rule has a name of its own and a case', () => {
  assert.ok(rules.length >= 200, `${rules.length} rules`);
  assert.deepEqual(
    rules.filter((rule, index) => rules.indexOf(rule) !== index),
    [],
  );
  assert.deepEqual(rules.filter((rule) => !found.has(rule)).toSorted(), []);
});

/** Ends of the names of rules, each with that of the rule for the opposite change. */
const opposites: readonly (readonly [string, string])[] = [
  ['added', 'removed'],
  ['tighter', 'looser'],
  ['narrower', 'wider'],
  ['narrowed', 'widened'],
  ['shorter', 'longer'],
  ['fewer', 'more'],
  ['less', 'more'],
  ['needed', 'no-longer-needed'],
  ['idempotency-key-required', 'idempotency-key-optional'],
  ['idempotency-key-accepted', 'idempotency-key-ignored'],
  ['precondition-required', 'precondition-optional'],
];

/** Rules whose opposite has another name, and why. */
const otherNames: Readonly<Record<string, { readonly opposite: string; readonly why: string }>> = {
  'authentication/reads-more': { opposite: 'endpoints/operation-removed', why: 'reads by an operation that is new' },
  'endpoints/required-parameter-added': { opposite: 'endpoints/parameter-removed', why: 'new, and must be sent' },
  'endpoints/required-request-field-added': {
    opposite: 'endpoints/request-field-removed',
    why: 'new, and must be sent',
  },
  'events/signature-added': { opposite: 'events/signature-changed', why: 'finds a signature that is gone too' },
  'resources/default-removed': { opposite: 'resources/default-changed', why: 'finds a default that is new too' },
  'resources/required-field-added': { opposite: 'resources/field-removed', why: 'new, and must be sent' },
};

test('every rule has its opposite: each addition its removal', () => {
  const oppositesOf = (rule: string): readonly string[] =>
    opposites.flatMap((pair) =>
      pair.flatMap((end, index) => (rule.endsWith(end) ? [rule.slice(0, -end.length) + pair[1 - index]] : [])),
    );
  const alone = rules.filter((rule) => {
    const names = oppositesOf(rule);
    return names.length > 0 && !names.some((name) => rules.includes(name));
  });
  assert.deepEqual(alone.toSorted(), Object.keys(otherNames));
  for (const { opposite } of Object.values(otherNames)) assert.ok(rules.includes(opposite), opposite);
});

test('a document compared with itself has no difference', () => {
  for (const { name, now } of triples) {
    const document = now();
    const { changes } = createReport(document, document);
    assert.deepEqual(
      changes.map((change) => `${name} ${change.rule} ${classifyChange(change)}`),
      [],
    );
  }
});

test('any two documents can be compared', () => {
  const documents = triples.flatMap(({ before, now }) => [before(), now()]);
  documents.forEach((document, index) => {
    const other = documents[(index * 7 + 31) % documents.length]!;
    assert.ok(formatReport(createReport(document, other), { colours: false }).length > 0);
  });
});

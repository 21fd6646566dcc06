import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { type Fix, listFixes } from '../src/language-service/fixes.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { diagnosticCases, readCase } from './support/cases.ts';

/** Larger documents show what the small ones show. */
const maxLength = 20_000;

const read = (file: string, text: string): Document => readDocument(createSource(file, text));

/** What is wrong in the words that an edit wrote: its own diagnostic, or an error that was not there before. */
function findLeft(document: Document, { diagnostic, span, text }: Fix): readonly Diagnostic[] {
  const { name, text: before } = document.source;
  const end = span.start + Math.max(1, text.length);
  const known = new Set(document.diagnostics.map((one) => `${one.code} ${one.span.start}`));
  const fixed = read(name, before.slice(0, span.start) + text + before.slice(span.end));
  return fixed.diagnostics.filter((one) => {
    if (one.span.start >= end || one.span.end <= span.start) return false;
    if (one.code === diagnostic.code) return true;
    return one.severity === 'error' && !known.has(`${one.code} ${one.span.start}`);
  });
}

const faults: { readonly pair: string; readonly told: string }[] = [...diagnosticCases.keys()].flatMap((file) => {
  const { text } = readCase(file);
  if (text.length > maxLength) return [];
  const document = read(file, text);
  return listFixes(document, { start: 0, end: text.length }).flatMap((fix) =>
    findLeft(document, fix).map(({ code, message }) => ({
      pair: `${fix.diagnostic.code} → ${code}`,
      told: `${file}: "${text.slice(fix.span.start, fix.span.end)}" → "${fix.text}"\n    ${code}: ${message}`,
    })),
  );
});

test('a suggestion takes its own diagnostic away', () => {
  const circular = faults.filter(({ pair }) => pair.split(' → ')[0] === pair.split(' → ')[1]);
  assert.deepEqual(
    circular.map(({ pair, told }) => `${pair} in ${told}`),
    [],
  );
});

/** Errors of words that were not understood before: they show a second mistake of the author, beside the first. */
const second: readonly string[] = [
  'endpoints/filter-operator → endpoints/not-filterable',
  'endpoints/needs-code → endpoints/when-on-last',
  'endpoints/needs-code → expression/types-differ',
  'endpoints/needs-code → expression/wrong-result',
  'endpoints/operation-form → endpoints/unknown-resource',
  'endpoints/operation-form → endpoints/unknown-transition',
  'endpoints/path-base → endpoints/duplicate-route',
  'endpoints/path-base → endpoints/other-placeholder',
  'endpoints/path-start → endpoints/duplicate-route',
  'endpoints/path-start → endpoints/other-placeholder',
  'endpoints/record-form → endpoints/record-not-here',
  'endpoints/unknown-attribute → endpoints/attribute-type',
  'endpoints/operation-form → endpoints/sign-in-alone',
  'endpoints/unknown-operation → endpoints/duplicate-idempotency',
  'endpoints/unknown-operation → endpoints/safe-idempotency',
  'endpoints/unknown-subject → markdown/duplicate-subject',
  'endpoints/unknown-transition → endpoints/sign-in-alone',
  'endpoints/unknown-transition → markdown/duplicate-key',
  'errors/unknown-problem → errors/duplicate-wording',
  'events/when → events/not-code',
  'expression/reserved-name → expression/unknown-field',
  'expression/unknown-field → expression/types-differ',
  'expression/unknown-field → expression/wrong-result',
  'limits/unknown-code → limits/wrong-code',
  'markdown/deep-heading → markdown/unknown-heading',
  'markdown/disguised-fact → markdown/duplicate-fact',
  'markdown/disguised-fact → markdown/empty-fact',
  'markdown/gap-without-verb → markdown/recorded-and-stated',
  'markdown/late-gap → markdown/recorded-and-stated',
  'markdown/hash-paragraph → markdown/second-title',
  'markdown/near-gap → markdown/gap-without-verb',
  'markdown/near-gap → markdown/recorded-and-stated',
  'markdown/near-verb → markdown/gap-not-alone',
  'markdown/second-title → markdown/unknown-part',
  'markdown/unknown-fact → markdown/duplicate-fact',
  'resources/caller-expected → resources/unknown-attribute',
  'resources/code-expected → expression/unknown-name',
  'resources/code-expected → expression/wrong-result',
  'resources/literal-expected → endpoints/default-mismatch',
  'resources/rule-name-form → markdown/duplicate-key',
  'resources/unknown-constraint → resources/constraint-mismatch',
  'shape/not-the-field → endpoints/required-never-sent',
  'shape/role-in-request → endpoints/required-never-sent',
  'shape/role-in-request → shape/request-is-object',
  'shape/unknown-field → endpoints/required-never-sent',
  'states/unknown-field → markdown/duplicate-key',
  'states/name-form → states/unknown-code',
  'states/unknown-resource → markdown/duplicate-subject',
  'states/unknown-resource → states/which-field',
  'states/unknown-state-kind → states/second-initial',
  'versioning/not-there → versioning/duplicate-row',
  'versioning/unknown-after-sunset → versioning/after-sunset-without-sunset',
  'versioning/unknown-placement → markdown/duplicate-key',
];

test('a suggestion brings no error that it could have known', () => {
  const others = faults.filter(({ pair }) => !second.includes(pair));
  assert.deepEqual(
    others.map(({ pair, told }) => `${pair} in ${told}`),
    [],
  );
  const found = new Set(faults.map(({ pair }) => pair));
  assert.deepEqual(
    second.filter((pair) => !found.has(pair)),
    [],
  );
});

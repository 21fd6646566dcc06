import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { plan, read } from './documents.ts';

const text = readFileSync(new URL('../../examples/invoices/invoices.md', import.meta.url), 'utf8');

test('a plan holds what a service runs, a whole plan also what people read and what HTTP carries', () => {
  const document = read(text, 'invoices.md');
  const [served, whole] = [plan(document), plan(document, { whole: true })];
  assert.equal(whole.digest, served.digest);
  assert.deepEqual(
    Object.keys(whole)
      .filter((member) => !(member in served))
      .sort(),
    ['bodies', 'parts'],
  );
  for (const [at, { name, exchange }] of whole.operations.entries()) {
    assert.ok((exchange?.statuses.length ?? 0) > 0, name);
    assert.equal(served.operations[at]?.exchange, undefined, name);
  }
  const meanings = (json: unknown): number => JSON.stringify(json).split('"meaning":').length - 1;
  assert.equal(meanings(served), 0);
  assert.ok(meanings(whole) > 0);
});

test('neither is given for a document with errors', () => {
  const document = read(text.replace('| string |', '| strin |'), 'invoices.md');
  for (const whole of [false, true]) assert.throws(() => plan(document, { whole }), /invoices\.md:\d+/);
});

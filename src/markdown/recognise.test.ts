import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { grammars } from '../parts/grammars.ts';
import { sourceOf } from '../text/place.ts';
import { recognise } from './recognise.ts';

function read(name: string) {
  const text = readFileSync(new URL(`../../tests/documents/${name}`, import.meta.url), 'utf8');
  return recognise(sourceOf(name, text), grammars);
}

test('the empty document leaves 32 aspects not shown and has no problem', () => {
  const content = read('empty.md');
  assert.deepEqual(content.problems, []);
  assert.equal(content.aspects.length, 32);
  assert.deepEqual([...new Set(content.aspects.map((aspect) => aspect.status))], ['not shown']);
  assert.deepEqual(content.cellGaps, []);
});

test('the invoices document states all 32 aspects and has no problem', () => {
  const content = read('invoices.md');
  assert.deepEqual(content.problems, []);
  assert.equal(content.aspects.length, 32);
  assert.deepEqual([...new Set(content.aspects.map((aspect) => aspect.status))], ['stated']);
  assert.deepEqual(content.cellGaps, []);
});

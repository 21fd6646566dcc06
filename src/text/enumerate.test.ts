import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumerate } from './enumerate.ts';

test('words are listed as a sentence lists them', () => {
  assert.equal(enumerate([], 'and'), '');
  assert.equal(enumerate(['a'], 'and'), 'a');
  assert.equal(enumerate(['a', 'b'], 'or'), 'a or b');
  assert.equal(enumerate(new Set(['a', 'b', 'c']), 'and'), 'a, b and c');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitSuggestions } from './limited-suggestions.ts';

test('candidates are made once and run out', () => {
  let made = 0;
  const names = limitSuggestions(() => {
    made += 1;
    return ['a', 'b'];
  }, 2);
  assert.deepEqual([names(), names(), names()], [['a', 'b'], ['a', 'b'], []]);
  assert.equal(made, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCountable, lastCountable } from './countable.ts';

test('a number is countable if it and the next one are exact', () => {
  assert.equal(isCountable(lastCountable, 1), true);
  for (const value of [lastCountable + 1, 0, 1.5, '1', undefined]) assert.equal(isCountable(value, 1), false);
});

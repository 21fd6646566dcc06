import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineProblems } from './problem.ts';

test('an area that defines an entry twice, in whichever of its tables, is an error when it is loaded', () => {
  defineProblems('tried', { once: { rule: 'A rule.', says: () => 'Said.' } });
  const again = () => defineProblems('tried', { once: { rule: 'Another rule.', says: () => 'Said otherwise.' } });
  assert.throws(again, /the problem tried\/once is defined twice/);
  defineProblems('elsewhere', { once: { rule: 'A rule.', says: () => 'Said.' } });
});

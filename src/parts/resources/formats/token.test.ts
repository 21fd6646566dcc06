import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNodePlatform } from '../../../serve/platform-node.ts';
import { token } from './token.ts';

test('tokens differ, and each is one', () => {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const made = Array.from({ length: 200 }, () => token.assignable!(platform, undefined, 0));
  assert.equal(new Set(made).size, 200);
  for (const text of made) assert.equal(token.read(text), text);
  assert.ok(made.some((text) => /[-_]/.test(String(text))));
  assert.equal(token.words(), 'must be a token of 43 characters');
});

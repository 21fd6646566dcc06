import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTargets } from './targets.ts';

test('a URL that is too long is not an address of a subscriber', () => {
  const long = `https://receiver.example/${'a'.repeat(100_000)}`;
  assert.match(createTargets(false).wrong(long) ?? '', /^must be a URL of at most \d+ characters$/);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { idempotencyKeyPattern, readIdempotencyKey } from './idempotency-key.ts';

test('a key is a token or a quoted string of 1 to 255 characters, and its pattern says so to other tools', () => {
  const pattern = new RegExp(idempotencyKeyPattern, 'u');
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"a key"', 'a key'],
    [String.raw`"a \"key\" \\"`, String.raw`a "key" \ `.trimEnd()],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    ['k'.repeat(256), undefined],
    [`"${'k'.repeat(256)}"`, undefined],
    ['', undefined],
    ['""', undefined],
    ['a key', undefined],
    [String.raw`"\a"`, undefined],
    ['"a"b"', undefined],
    ['ä', undefined],
    ['"\u0001"', undefined],
  ];
  for (const [value, key] of cases) {
    assert.equal(readIdempotencyKey(value), key, value);
    assert.equal(pattern.test(value), key !== undefined, value);
  }
  assert.equal(readIdempotencyKey(' k '), 'k');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { internValue } from './interned.ts';

test('a plain value stays what it is', () => {
  const value = {
    text: 'a document'.slice(2, 5),
    '': ['', '0', '__proto__', 'Grüße 😀', 'x'.repeat(100_000)],
    inner: { number: 1.5, yes: true, nothing: null, left: undefined, list: [[], {}] },
  };
  Object.defineProperty(value.inner, '__proto__', { value: 'own', enumerable: true });
  const found = internValue(value);
  assert.deepEqual(found, value);
  assert.deepEqual(Object.keys(found), Object.keys(value));
  assert.ok(Object.hasOwn(found.inner, '__proto__'));
  assert.ok('left' in found.inner);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { own } from './own-property.ts';

test('a table of words holds what was written into it and nothing that every object knows', () => {
  const table = { int: 'integer' };
  assert.equal(own(table, 'int'), 'integer');
  for (const word of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])
    assert.equal(own(table, word), undefined);
});

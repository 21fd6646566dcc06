import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memo } from './memo.ts';

test('a result is computed once for each object, also undefined', () => {
  const asked: object[] = [];
  const find = memo((key: { readonly name?: string }): string | undefined => {
    asked.push(key);
    return key.name;
  });
  const [named, bare] = [{ name: 'a' }, {}];
  assert.deepEqual(
    [find(named), find(named), find(bare), find(bare), find({ name: 'a' })],
    ['a', 'a', undefined, undefined, 'a'],
  );
  assert.equal(asked.length, 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memo, memoByKey, memoPair } from './memo.ts';

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

test('a result is computed once for each pair of objects, and for each plain value of one', () => {
  const [first, second] = [{}, {}];
  const seen: unknown[] = [];
  const pairs = memoPair((one: object, other: object, more: string) => {
    seen.push([one, other]);
    return more;
  });
  assert.deepEqual([pairs(first, second, 'a'), pairs(first, second, 'b'), pairs(second, first, 'c')], ['a', 'a', 'c']);
  assert.equal(pairs(first, first, 'd'), 'd');
  assert.equal(seen.length, 3);
  const keyed = memoByKey((_owner: object, key: string | undefined, more: string) => `${key} ${more}`);
  assert.deepEqual([keyed(first, 'x', '1'), keyed(first, 'x', '2'), keyed(second, 'x', '3')], ['x 1', 'x 1', 'x 3']);
  assert.equal(keyed(first, undefined, '4'), 'undefined 4');
});

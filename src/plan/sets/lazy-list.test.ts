import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLazyList } from './lazy-list.ts';

test('an item of a lazy list is created when it is first read, once', () => {
  const created: number[] = [];
  const list = createLazyList(3, (index) => {
    created.push(index);
    return `item ${index}`;
  });
  assert.deepEqual([list.length, created], [3, []]);
  assert.deepEqual([list.at(2), list.at(2), list.at(3)], ['item 2', 'item 2', undefined]);
  assert.deepEqual(created, [2]);
  assert.deepEqual([...list], ['item 0', 'item 1', 'item 2']);
  assert.deepEqual(created, [2, 0, 1]);
});

test('an item whose creation throws is created again when it is next read', () => {
  let tries = 0;
  const list = createLazyList(1, () => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  assert.throws(() => list.at(0), /not yet/);
  assert.equal(list.at(0), 2);
});

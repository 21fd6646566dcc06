import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

const soon = (milliseconds: number): number => performance.now() + milliseconds;

test('a key goes to one at a time, in the order of those who wait', async () => {
  const turns = new Turns();
  assert.deepEqual([turns.take('a'), turns.take('a'), turns.has('a')], [true, false, true]);
  const order: number[] = [];
  const waiting = [1, 2].map(async (nth) => {
    assert.equal(await turns.takeAll(['a'], soon(60_000)), true);
    order.push(nth);
    turns.release(['a']);
  });
  turns.release(['a']);
  await Promise.all(waiting);
  assert.deepEqual([order, turns.has('a')], [[1, 2], false]);
});

test('those who want the same keys in different orders do not wait in a circle', async () => {
  const turns = new Turns();
  let isInside = false;
  const use = async (keys: readonly string[]): Promise<void> => {
    assert.equal(await turns.takeAll(keys, soon(60_000)), true);
    assert.equal(isInside, false);
    isInside = true;
    await new Promise(setImmediate);
    isInside = false;
    turns.release(keys);
  };
  await Promise.all(Array.from({ length: 20 }, (_, nth) => use(nth % 2 === 0 ? ['a', 'b'] : ['b', 'a'])));
});

test('one whose time passes gets nothing, and leaves what it had to others', async () => {
  const turns = new Turns();
  turns.take('b');
  assert.equal(await turns.takeAll(['a', 'b'], soon(20)), false);
  assert.equal(turns.take('a'), true);
  turns.release(['b']);
  assert.equal(turns.has('b'), false);
});

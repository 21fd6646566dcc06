import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchItems } from './matched.ts';

test('items of a changed list are matched with those they were', () => {
  const line = (product: string, count: number, note = 'n') => ({ note, product, count });
  const cases: readonly (readonly [before: readonly unknown[], after: readonly unknown[], readonly unknown[]])[] = [
    [
      [1, 2, 3],
      [1, 2, 3, 4],
      [0, 1, 2, undefined],
    ],
    [
      [1, 2, 3],
      [3, 1, 2],
      [2, 0, 1],
    ],
    [[1, 1], [1], [0]],
    [
      [1, 2],
      [1, 5],
      [0, 1],
    ],
    [[], ['a'], [undefined]],
    [
      [line('a', 1), line('b', 2)],
      [line('b', 3), line('a', 4)],
      [1, 0],
    ],
    [[line('a', 1)], [line('b', 1, 'm')], [undefined]],
    [
      [line('a', 1), line('a', 2)],
      [line('a', 1), line('a', 9)],
      [0, 1],
    ],
    [
      [line('b', 1), line('a', 1), line('a', 2)],
      [line('c', 7), line('b', 4)],
      [undefined, 0],
    ],
    [
      [{ count: 1 }, { count: 2 }],
      [{ count: 1 }, { count: 5 }],
      [0, 1],
    ],
  ];
  for (const [before, after, wanted] of cases) {
    assert.deepEqual(matchItems(before, after), wanted, JSON.stringify([before, after]));
  }
});

test('an item whose origin is known is matched with it, and no other one is', () => {
  const [before, after] = [
    ['a', 'b'],
    ['a', 'a'],
  ];
  assert.deepEqual(matchItems(before, after, [1, undefined]), [1, 0]);
  const found = matchItems([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }], [0, undefined]);
  assert.deepEqual(found, [0, undefined]);
});

test('long lists are matched by their members', () => {
  const before = Array.from({ length: 400 }, (_, at) => ({ name: `n${at}`, count: 0 }));
  const after = before.map(({ name }) => ({ name, count: 1 })).toReversed();
  assert.deepEqual(
    matchItems(before, after),
    before.map((_, at) => 399 - at),
  );
});

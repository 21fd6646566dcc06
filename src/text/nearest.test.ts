import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeDistance, findNearest } from './nearest.ts';

/** The same distance by the plainest way there is. */
function plainly(left: string, right: string): number {
  const known = new Map<string, number>();
  const of = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const key = `${row} ${column}`;
    const made = known.get(key);
    if (made !== undefined) return made;
    const [a, b] = [left[row - 1], right[column - 1]];
    let cost = Math.min(of(row - 1, column) + 1, of(row, column - 1) + 1, of(row - 1, column - 1) + (a === b ? 0 : 1));
    if (row > 1 && column > 1 && a === right[column - 2] && left[row - 2] === b) {
      cost = Math.min(cost, of(row - 2, column - 2) + 1);
    }
    known.set(key, cost);
    return cost;
  };
  return of(left.length, right.length);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '1', 'é', '字'), maxLength: 9 });

test('the distance of two words is the least number of changes, up to a bound', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (left, right, most) => {
      const wanted = plainly(left, right);
      const found = computeDistance(left, right, most);
      assert.equal(found <= most ? found : most + 1, wanted <= most ? wanted : most + 1);
    }),
    { numRuns: 3000 },
  );
});

test('words longer than any before are compared too', () => {
  const long = 'ab'.repeat(2000);
  assert.equal(computeDistance(long, `${long.slice(0, 1000)}x${long.slice(1000)}`, 3), 1);
  assert.equal(computeDistance('abc', 'acb', 3), 1);
});

test('a name that is missing is near no word', () => {
  for (const word of ['', 'n', 'no', 'not']) assert.equal(findNearest(word, ['']), undefined);
});

test('to a single letter no other word is near', () => {
  assert.equal(findNearest('d', ['w', 'h', 'id', 'do']), undefined);
  assert.equal(findNearest('N', ['s', 'n']), 'n');
});

test('to two letters a word is near that has one of them', () => {
  assert.equal(findNearest('ie', ['ab', 'od', 'id']), 'id');
  assert.equal(findNearest('ie', ['ab', 'od', 'ei']), 'ei');
  assert.equal(findNearest('ie', ['ab', 'od', 'the']), undefined);
});

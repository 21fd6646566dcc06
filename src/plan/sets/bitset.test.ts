import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBits, hasBit, intersectBits, withBit } from './bitset.ts';

const indexes = fc.uniqueArray(fc.nat(80), { maxLength: 20 });

test('a set of indexes holds what was put in, however large they are', () => {
  fc.assert(
    fc.property(indexes, (given) => {
      const bits = given.reduce(withBit, 0 as number | bigint);
      for (let i = 0; i <= 81; i++) assert.equal(hasBit(bits, i), given.includes(i), `${i}`);
    }),
  );
});

test('what two sets share is one and the same value, whatever made it', () => {
  fc.assert(
    fc.property(indexes, indexes, (first, other) => {
      const left = first.reduce(withBit, 0 as number | bigint);
      const right = other.reduce(withBit, 0 as number | bigint);
      assert.equal(
        intersectBits(left, right),
        createBits(81, (i) => first.includes(i) && other.includes(i)),
      );
    }),
  );
});

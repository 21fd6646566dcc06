import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeDigest } from './digest.ts';
import { internValue } from './sets/interned.ts';

/** A list of members whose reads are counted, however often it is held. */
function counted() {
  let reads = 0;
  const member = Object.defineProperty({ name: 'a' }, 'shape', {
    enumerable: true,
    get: () => {
      reads++;
      return 'string';
    },
  });
  return { members: Array.from({ length: 100 }, () => member), reads: () => reads };
}

test('what many operations share is read once for a digest and for the plan of a service', () => {
  for (const read of [computeDigest, internValue]) {
    const one = counted();
    read({ operations: [{ input: { members: one.members } }] });
    const once = one.reads();
    const many = counted();
    read({ operations: Array.from({ length: 1000 }, () => ({ input: { members: many.members } })) });
    assert.equal(many.reads(), once);
  }
});

test('a digest says what a value is, not how it is shared', () => {
  const list = (name: string) => Array.from({ length: 20 }, (_, at) => ({ name: `${name}${at}`, line: 1 }));
  const shared = list('a');
  assert.equal(computeDigest([shared, shared]), computeDigest([list('a'), list('a')]));
  assert.notEqual(computeDigest([shared, list('b')]), computeDigest([shared, shared]));
  assert.notEqual(computeDigest({ a: shared, b: [] }), computeDigest({ a: [], b: shared }));
  assert.notEqual(computeDigest([...shared, {}]), computeDigest(shared));
});

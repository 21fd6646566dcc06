import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSingleUse, releaseBytes } from './single-use.ts';

test('marked bytes are empty when all of them are released, and others stay', () => {
  const [marked, other] = [new Uint8Array(6).fill(1), new Uint8Array(6).fill(1)];
  markSingleUse(marked);
  const [first, rest] = [marked.subarray(0, 2), marked.subarray(2)];
  releaseBytes(first);
  assert.equal(rest[3], 1);
  releaseBytes(rest);
  assert.deepEqual([marked.length, marked.buffer.byteLength], [0, 0]);
  releaseBytes(other);
  assert.equal(other[5], 1);
  // A part of a larger buffer, such as one of a pool, is not marked.
  const part = new Uint8Array(8).subarray(0, 4);
  markSingleUse(part);
  releaseBytes(part);
  assert.equal(part.length, 4);
});

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hashSha256, signHmac } from './sha256.ts';

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256);

test('the digest of bytes is that of Node, at each length around the ends of blocks', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = bytesOf(length);
    assert.deepEqual([...hashSha256(bytes)], [...createHash('sha256').update(bytes).digest()], `${length} bytes`);
  }
});

test('an HMAC is that of Node, with keys shorter and longer than a block', () => {
  for (const length of [0, 20, 64, 65, 200]) {
    const [key, bytes] = [bytesOf(length), bytesOf(77)];
    assert.deepEqual(
      [...signHmac(key, bytes)],
      [...createHmac('sha256', key).update(bytes).digest()],
      `key of ${length}`,
    );
  }
});

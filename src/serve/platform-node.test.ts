import assert from 'node:assert/strict';
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createNodePlatform } from './platform-node.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

test('hmac and sha256 give what other implementations give, for keys and texts of every length', () => {
  for (let length = 0; length < 200; length += 7) {
    const key = randomBytes(length);
    for (const text of ['', 'a', 'ü😀', 'x'.repeat(length * 3), 'ü😀'.repeat(length * 8), 'a']) {
      assert.deepEqual(platform.hmac(key, text), createHmac('sha256', key).update(text).digest());
      assert.deepEqual(platform.hmac(key, text), createHmac('sha256', key).update(text).digest());
      assert.deepEqual(platform.sha256(text), createHash('sha256').update(text).digest());
    }
  }
});

test('aes is AES-256 in counter mode, as other implementations have it, and is its own inverse', () => {
  for (let length = 1; length < 200; length += 7) {
    const [key, bytes] = [randomBytes(32), randomBytes(length)];
    const vector = Buffer.concat([randomBytes(12), Buffer.from([0, 0, 1, length])]);
    const encrypted = platform.aes(key, vector, bytes);
    assert.deepEqual(encrypted, createCipheriv('aes-256-ctr', key, vector).update(bytes));
    assert.deepEqual(platform.aes(key, vector, encrypted), bytes);
    const last = Buffer.alloc(16, 255);
    assert.deepEqual(platform.aes(key, last, platform.aes(key, last, bytes)), bytes);
  }
});

test('random bytes are never given twice', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 2000; i++) seen.add(Buffer.from(platform.random(16)).toString('hex'));
  assert.equal(seen.size, 2000);
  assert.equal(platform.random(10_000).length, 10_000);
});

test('S29: bytes of different lengths are not equal', () => {
  assert.ok(platform.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2)));
  assert.ok(!platform.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3)));
  assert.ok(!platform.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3)));
});

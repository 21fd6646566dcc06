import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createNodePlatform } from '../serve/platform-node.ts';
import { createBrowserPlatform } from './platform.ts';

const platform = createBrowserPlatform({ info() {}, warn() {}, error() {} }, () => {});

test('what takes the place of AES in browsers is its own inverse, and differs by key, vector and block', () => {
  const [key, vector, bytes] = [new Uint8Array(32).fill(1), new Uint8Array(16).fill(2), new Uint8Array(100)];
  const encrypted = platform.aes(key, vector, bytes);
  assert.deepEqual(platform.aes(key, vector, encrypted), bytes);
  const others = [
    platform.aes(new Uint8Array(32).fill(3), vector, bytes),
    platform.aes(key, new Uint8Array(16).fill(3), bytes),
  ];
  const blocks = [encrypted, ...others].flatMap((all) => [0, 32, 64].map((at) => all.subarray(at, at + 32).join()));
  assert.equal(new Set(blocks).size, 9);
});

test('a browser signs as Node does', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const node = createNodePlatform({ info() {}, warn() {}, error() {} });
  for (const text of ['', 'header.claims', 'ä'.repeat(500)])
    assert.deepEqual([...platform.signRs256(key, text)], [...node.signRs256(key, text)]);
});

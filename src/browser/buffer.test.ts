import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64url, toBase64url } from '../parts/endpoints/serve/lists/cursor.ts';
import { BrowserBuffer } from './buffer.ts';

const bytes = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);

test('Base64 for URLs is that of Node in both directions', () => {
  for (const length of [0, 1, 2, 3, 256]) {
    const part = bytes.subarray(0, length);
    const text = BrowserBuffer.from(part).toString('base64url');
    assert.equal(text, toBase64url(part));
    assert.deepEqual([...BrowserBuffer.from(text, 'base64url')], [...decodeBase64url(text)!]);
  }
  assert.equal(BrowserBuffer.from('no Base64 ?', 'base64url').length, 0);
});

test('texts, parts of memory and joined bytes are those of Node', () => {
  assert.deepEqual([...BrowserBuffer.from('Zoë')], [...Buffer.from('Zoë')]);
  assert.equal(BrowserBuffer.byteLength('Zoë'), 4);
  assert.deepEqual([...BrowserBuffer.from(bytes.buffer, 3, 2)], [252, 251]);
  assert.equal(BrowserBuffer.concat([BrowserBuffer.from('a'), BrowserBuffer.from('ë')]).toString(), 'aë');
  assert.equal(BrowserBuffer.from('aë').hexSlice(0, 3), '61c3ab');
});

import assert from 'node:assert/strict';
import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { test } from 'node:test';
import type { Platform } from '../../../../contracts/platform.ts';
import { createCursors, decodeBase64url, toBase64url } from './cursor.ts';

const platform: Pick<Platform, 'aes' | 'hmac' | 'equal'> = {
  aes: (key, vector, bytes) => createCipheriv('aes-256-ctr', key, vector).update(bytes),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  equal: (left, right) => timingSafeEqual(left, right),
};
const cursors = createCursors(platform, new Uint8Array(32).fill(7));

test('base64url is read back as it was written, for every length', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) & 255);
    assert.deepEqual(decodeBase64url(toBase64url(bytes)), bytes);
    assert.equal(toBase64url(bytes), Buffer.from(bytes).toString('base64url'));
  }
});

test('what is no base64url, or another text of the same bytes, is not read', () => {
  for (const text of ['A', 'AAAAA', 'AB', 'AAB', 'A+', 'A/', 'AA==', 'A ', 'AÀ', 'A\u0100', '\u0000A']) {
    assert.equal(decodeBase64url(text), undefined, text);
  }
  assert.deepEqual(decodeBase64url('-_8'), Uint8Array.of(251, 255));
});

test('a cursor gives its values back, 64-bit integers and all characters as they were', () => {
  const values = ['2026-11-01T09:00:00.000Z', null, 7, 9_007_199_254_740_993n, 'ü😀"', 1.5];
  assert.deepEqual(cursors.read(cursors.write(values, 'list Invoice'), 'list Invoice'), values);
});

test('S49: a cursor that was changed in any one character, or belongs to something else, is rejected', () => {
  const cursor = cursors.write(['a', 7], 'list Invoice');
  assert.equal(cursors.read(cursor, 'list Customer'), undefined);
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'B' : 'A';
    assert.equal(cursors.read(cursor.slice(0, at) + other + cursor.slice(at + 1), 'list Invoice'), undefined);
  }
  for (const text of ['', 'A', 'AAAA', '%', cursor.slice(1), `${cursor}A`, cursor.repeat(3)]) {
    assert.equal(cursors.read(text, 'list Invoice'), undefined);
  }
});

test('S49: a cursor shows nothing of its values, hardly their length, and is another one for another list or secret', () => {
  const short = cursors.write(['memo of somebody else', 4711], 'list Invoice');
  const longer = cursors.write(['memo of somebody else, which is longer', 4711], 'list Invoice');
  for (const cursor of [short, longer]) {
    const bytes = Buffer.from(cursor, 'base64url');
    assert.equal(bytes.length, 16 + 64);
    for (const part of ['memo', 'somebody', '4711', '"', '   '])
      assert.equal(bytes.indexOf(part), -1, `${part} in ${bytes.toString('latin1')}`);
  }
  const others = [
    cursors.write(['memo of somebody else', 4711], 'list Customer'),
    createCursors(platform, new Uint8Array(32).fill(8)).write(['memo of somebody else', 4711], 'list Invoice'),
    longer,
  ];
  for (const other of others) {
    const [left, right] = [Buffer.from(short, 'base64url'), Buffer.from(other, 'base64url')];
    const equal = left.filter((byte, at) => at >= 16 && byte === right[at]).length;
    assert.ok(equal < 16, `${equal} of 64 bytes are equal`);
  }
});

test('cursors of one secret are read by every instance', () => {
  const other = createCursors(platform, new Uint8Array(32).fill(7));
  assert.deepEqual(other.read(cursors.write(['a', 7], 'list Invoice'), 'list Invoice'), ['a', 7]);
});

test('a cursor is the same when it is remembered, forgotten and written again, and leads to the same place', () => {
  const first = cursors.write(['a', 7], 'list Invoice of shop 1');
  const long = cursors.write(['a'.repeat(2000), 7], 'list Invoice of shop 1');
  assert.equal(cursors.write(['a', 7], 'list Invoice of shop 1'), first);
  assert.notEqual(cursors.write(['a', 7], 'list Invoice of shop 2'), first);
  assert.deepEqual(cursors.read(first, 'list Invoice of shop 1'), ['a', 7]);
  assert.equal(cursors.read(first, 'list Invoice of shop 2'), undefined);
  for (let i = 0; i < 3000; i++) {
    const other = cursors.write([i], 'list Invoice of shop 1');
    assert.deepEqual(cursors.read(other, 'list Invoice of shop 1'), [i]);
  }
  assert.equal(cursors.write(['a', 7], 'list Invoice of shop 1'), first);
  assert.equal(cursors.write(['a'.repeat(2000), 7], 'list Invoice of shop 1'), long);
  assert.deepEqual(cursors.read(first, 'list Invoice of shop 1'), ['a', 7]);
  assert.equal(cursors.read(first, 'list Invoice of shop 2'), undefined);
});

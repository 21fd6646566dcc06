import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { readFragment, writeFragment } from '../../playground/page/share.ts';
import { listChanges } from '../../playground/page/table-changes.ts';
import { writeZip } from '../../playground/page/zip.ts';

const toFragment = (text: string | Uint8Array): string => `#document=${deflateRawSync(text).toString('base64url')}`;

test('a document that is shared is read from its fragment as it was', async () => {
  for (const text of ['', '# Zoë\n', '# 𝒩\r\n| a |\n'.repeat(4000)]) {
    assert.equal(await readFragment(await writeFragment(text)), text);
    assert.equal(await readFragment(toFragment(text)), text);
  }
});

test('a fragment of something else has no document, and one that is damaged or endless is rejected', async () => {
  assert.equal(await readFragment(''), undefined);
  assert.equal(await readFragment('#endpoints'), undefined);
  assert.equal(await readFragment('#document=a b'), undefined);
  await assert.rejects(readFragment('#document=AAAA'));
  await assert.rejects(readFragment(toFragment(Uint8Array.of(0xff, 0xfe))));
  await assert.rejects(readFragment(toFragment('a'.repeat(3_000_000))), /too long/);
});

test('an archive has each file with its name, size and check sum, and a directory that leads to it', async () => {
  const files = [
    { name: 'notes.md', text: '# Notes\n' },
    { name: 'Zoë/ü.txt', text: 'ä'.repeat(1000) },
    { name: 'empty', text: '' },
  ];
  const bytes = Buffer.from(await writeZip(files).arrayBuffer());
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50);
  assert.equal(bytes.readUInt16LE(end + 10), files.length);
  let at = bytes.readUInt32LE(end + 16);
  for (const { name, text } of files) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [length, start] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    assert.equal(bytes.toString('utf8', at + 46, at + 46 + length), name);
    assert.equal(bytes.readUInt32LE(start), 0x04034b50);
    assert.equal(bytes.toString('utf8', start + 30, start + 30 + length), name);
    const size = bytes.readUInt32LE(start + 22);
    const content = bytes.subarray(start + 30 + length, start + 30 + length + size);
    assert.equal(content.toString(), text);
    assert.equal(bytes.readUInt32LE(at + 16), crc32(content));
    assert.equal(bytes.readUInt32LE(start + 14), crc32(content));
    at += 46 + length;
  }
  assert.equal(at, end);
});

test('records that changed or were deleted are listed, and new ones are not', () => {
  const columns = ['id', 'status', 'buyer'];
  const older = new Map([
    [
      'Seat',
      {
        columns,
        rows: [
          ['1', 'held', 'ada'],
          ['2', 'free', ''],
          ['3', 'free', ''],
        ],
      },
    ],
  ]);
  const newer = new Map([
    [
      'Seat',
      {
        columns,
        rows: [
          ['4', 'free', ''],
          ['1', 'free', ''],
          ['2', 'free', ''],
        ],
      },
    ],
  ]);
  assert.deepEqual(listChanges(older, newer), ['Seat 1: status held → free, buyer ada → absent', 'Seat 3: deleted']);
});

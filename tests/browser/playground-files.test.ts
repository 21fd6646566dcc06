import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { prepareDraft } from '../../playground/page/draft.ts';
import { longestShared, readFragment, writeFragment } from '../../playground/page/share.ts';
import { listChanges } from '../../playground/page/table-changes.ts';
import { writeZip } from '../../playground/page/zip.ts';
import { createFolderServer, findFile } from '../../playground/serve.ts';
import { exchange } from '../security/errors.fixture.ts';
import { inFolder } from '../support/process.ts';

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
  await assert.rejects(readFragment(toFragment('a'.repeat(longestShared + 1))), /too long/);
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

test('the draft of a browser stays until a document of a link is edited, and the page offers to go back to it', () => {
  const open = (draft: string | undefined) => {
    const kept: string[] = [];
    let check = (): void => undefined;
    let back: (() => void) | undefined;
    const workspace = {
      text: '# Yours',
      opened: '# Yours',
      open(text: string) {
        [workspace.text, workspace.opened] = [text, text];
        check();
      },
      onChecked(listener: () => void) {
        check = listener;
      },
    };
    const page = {
      keep: (text: string) => void kept.push(text),
      offer(go: () => void) {
        back = go;
      },
      withdraw() {
        back = undefined;
      },
    };
    prepareDraft(draft, workspace, page);
    check();
    return { workspace, kept, check: () => check(), back: () => back };
  };
  const one = open('# Mine');
  assert.deepEqual(one.kept, []);
  one.back()!();
  assert.deepEqual([one.workspace.text, one.kept, one.back()], ['# Mine', [], undefined]);
  const other = open('# Mine');
  other.workspace.text = '# Yours, edited';
  other.check();
  assert.deepEqual([other.kept, other.back()], [['# Yours, edited'], undefined]);
  assert.equal(open(undefined).back(), undefined);
});

test('the server of the playground answers any target, and serves files of its folder alone', () =>
  inFolder(async (folder) => {
    const dist = join(folder, 'dist');
    mkdirSync(join(dist, 'sub'), { recursive: true });
    mkdirSync(`${dist}-other`);
    for (const name of ['dist/index.html', 'dist/a b.js', 'dist-other/secret.js', 'secret.js'])
      writeFileSync(join(folder, name), name);
    assert.equal(findFile(dist, '/'), join(dist, 'index.html'));
    assert.equal(findFile(dist, '/a%20b.js?x#y'), join(dist, 'a b.js'));
    const targets = [
      '/%',
      '//',
      '/%ff',
      '/%00',
      '/sub',
      '/../secret.js',
      '/%2e%2e/secret.js',
      '/../dist-other/secret.js',
      '/no',
      `/${'a'.repeat(5000)}`,
      '*',
      'x',
    ];
    for (const target of targets) assert.equal(findFile(dist, target), undefined, target);
    const server = createFolderServer(dist).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const target of ['/%', '//', '/no']) {
      const text = await exchange(address, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assert.match(text, /^HTTP\/1\.1 404 /, target);
    }
    assert.match(
      await exchange(address, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1\.1 200 [\s\S]*dist\/index\.html/,
    );
    server.close();
  }));

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanFileName, readDisposition, writeDisposition } from '../../src/plan/files/file-names.ts';
import { keepPace, TooSlow } from '../../src/serve/files/pace.ts';
import { detectType, judgeType } from '../../src/serve/files/signatures.ts';
import { openFolder } from '../../src/stores/files/folder.ts';
import { formOf, png, servePhotos } from '../serve/files/photos.fixture.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test('S77: a name that a client sends is never a path, and shows what it is', () => {
  const cases: readonly (readonly [sent: string, kept: string])[] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system32\\cmd.exe', 'cmd.exe'],
    ['a\0b\r\nSet-Cookie: x=1.png', 'abSet-Cookie: x=1.png'],
    ['..', ''],
    ['  . ', ''],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['\ud800.png', '\ufffd.png'],
    [`${'a'.repeat(300)}.jpeg`, `${'a'.repeat(195)}.jpeg`],
  ];
  for (const [sent, kept] of cases) assert.equal(cleanFileName(sent), kept);
  for (const name of ['Käse "x".png', "a'b;c.txt", '100%.txt', '文.png']) {
    const header = writeDisposition('attachment', name);
    assert.match(header, /^[\x20-\x7e]+$/);
    assert.equal(readDisposition(header), name);
  }
  assert.equal(readDisposition("attachment; filename*=UTF-8''%E0%A4%A"), '');
  assert.equal(readDisposition('attachment; filename="../x\\"y"'), 'x"y');
});

test('S77: a name on disk follows from the content alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = await openFolder(join(folder, 'a'), 'full');
  const draft = await files.begin();
  await draft.write(text('content'));
  const hash = await draft.keep();
  const path = join(folder, 'a', hash.slice(0, 2), hash.slice(2));
  assert.equal(statSync(path).mode & 0o077, 0);
  assert.equal(statSync(join(folder, 'a')).mode & 0o077, 0);
  assert.deepEqual(readdirSync(join(folder, 'a', 'drafts')), []);
  assert.equal(existsSync(join(folder, 'content')), false);
});

test('S77: the content decides on the type where a field states types', () => {
  const types = ['image/png', 'image/jpeg', 'text/plain', 'application/x-own'];
  assert.equal(detectType(png(20)), 'image/png');
  assert.equal(judgeType(png(20), false, 'text/plain', types), 'image/png');
  assert.equal(judgeType(text('<html>'), true, 'image/png', types), undefined);
  assert.equal(judgeType(text('<svg onload=alert(1)>'), true, 'image/svg+xml', types), undefined);
  assert.equal(judgeType(text('GIF89a'), true, 'text/plain', types), undefined);
  assert.equal(judgeType(text('plain'), true, 'text/plain', types), 'text/plain');
  assert.equal(judgeType(text('plain'), false, 'text/plain', types), undefined);
  assert.equal(judgeType(text('own'), true, 'application/x-own', types), 'application/x-own');
  assert.equal(judgeType(png(20), true, 'application/x-own', types), 'image/png');
  assert.equal(
    judgeType(text('PK\x03\x04'), true, 'application/epub+zip', ['application/epub+zip']),
    'application/epub+zip',
  );
});

test('S77: a browser runs nothing in a file, whatever its type says', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:');
  const page = new File(['<script>alert(1)</script>'], 'a.html', { type: 'text/html' });
  await ann('POST /photos', { body: formOf({ title: 'x', paper: page }) });
  const got = await ann('GET /photos/1/paper');
  assert.equal(got.headers.get('Content-Type'), 'text/html');
  assert.equal(got.headers.get('Content-Disposition'), 'attachment; filename="a.html"');
  assert.equal(got.headers.get('X-Content-Type-Options'), 'nosniff');
  assert.match(got.headers.get('Content-Security-Policy')!, /sandbox/);
  for (const type of ['text/html\r\nX-Bad: 1', 'a b', `text/${'x'.repeat(300)}`, 'TEXT/HTML; charset=evil']) {
    const head = `--x\r\nContent-Disposition: form-data; name="paper"; filename="b"\r\nContent-Type: ${type}\r\n\r\n`;
    const json = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const made = await ann('POST /photos', { body: `${json}${head}content\r\n--x--\r\n`, headers });
    const { id, paper } = (await made.json()) as { id: number; paper: { type: string } };
    assert.match(paper.type, /^(text\/html|application\/octet-stream)$/);
    assert.equal((await ann(`GET /photos/${id}/paper`)).headers.get('X-Bad'), null);
  }
});

test('S78: a body that pauses or trickles is not awaited for ever', async () => {
  let now = 0;
  const waits: number[] = [];
  const after = (milliseconds: number, work: () => void) => {
    waits.push(milliseconds);
    const timer = setTimeout(() => {
      now += milliseconds;
      work();
    }, 5);
    return () => clearTimeout(timer);
  };
  async function* trickle() {
    for (let at = 0; at < 100; at++) {
      now += 5_000;
      yield new Uint8Array(10);
    }
  }
  const read = async (source: AsyncIterable<Uint8Array>) => {
    for await (const _ of keepPace(source, { now: () => now, after }));
  };
  async function* silent() {
    await new Promise(() => undefined);
    yield new Uint8Array();
  }
  await assert.rejects(read(trickle()), TooSlow);
  assert.ok(now < 60_000, String(now));
  now = 0;
  await assert.rejects(read(silent()), TooSlow);
  assert.equal(waits.at(-1), 30_000);
});

test('S78: a torn or malformed upload stores nothing', async (t) => {
  const { ann, address, files, logged } = await servePhotos(t, 'sqlite::memory:');
  const head =
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const bodies = [
    '',
    '--x',
    head,
    `${head}${'a'.repeat(20)}`,
    `${head}a\r\n--x--`,
    `${'--x\r\nA: b\r\n'.repeat(50)}`,
    `--x\r\n${'A: b\r\n'.repeat(5_000)}\r\n\r\n--x--\r\n`,
    `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n${'a'.repeat(5_000)}\r\n--x--\r\n`,
    Array.from({ length: 1_500 }, (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n\r\n`).join(
      '',
    ),
  ];
  for (const body of bodies) {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const { status } = await ann('POST /photos', { body, headers });
    assert.ok([400, 413, 422].includes(status), `${status}: ${body.slice(0, 80)}`);
  }
  const unbounded = await ann('POST /photos', { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } });
  assert.equal(unbounded.status, 400);
  const twice = new FormData();
  for (const name of ['title', 'image', 'image'])
    twice.append(name, name === 'title' ? 'x' : new File([png(20)], 'a.png'));
  assert.equal((await ann('POST /photos', { body: twice })).status, 400);
  const unknown = await ann('POST /photos', { body: formOf({ title: 'x', other: new File(['a'], 'a') }) });
  assert.equal(unknown.status, 422);

  const { port } = new URL(address);
  const key = logged;
  assert.deepEqual(key, []);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('PUT /photos/1/paper HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 1000\r\n\r\nhalf');
  await pause(100);
  socket.destroy();
  await pause(100);
  assert.deepEqual(await Array.fromAsync(files!.old(-1)), []);
  assert.equal((await ann('GET /photos')).status, 200);
});

test('S78: a content without a length ends at the maximum size, and the connection with it', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:');
  assert.equal((await ann('POST /photos', { body: formOf({ title: 'x' }) })).status, 201);
  let sent = 0;
  const endless = new ReadableStream({
    async pull(controller) {
      sent += 65_536;
      if (sent > 100_000_000) throw new Error('the service reads on');
      controller.enqueue(new Uint8Array(65_536));
      await pause(1);
    },
  });
  const init = { body: endless, duplex: 'half', headers: { 'Content-Type': 'a/b' } } as RequestInit;
  const answered = await ann('PUT /photos/1/paper', init).catch((error: unknown) => error);
  assert.ok(answered instanceof Error || (answered as Response).status === 413);
  assert.ok(sent < 20_000_000, String(sent));
});

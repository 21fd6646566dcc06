import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload, type UploadOptions } from 'tus-js-client';
import { everyStore } from '../support/stores.fixture.ts';
import { picture, serveFilms } from './uploads.fixture.ts';

/** Stands between a client and a service, and cuts a connection after so many bytes; the first `most` connections with a body. */
async function openProxy(t: { after(work: () => void): void }, address: string, bytes: number, most: number) {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const target = connect(Number(port), hostname);
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    let count = 0;
    client.on('data', (piece) => {
      target.write(piece);
      count += piece.length;
      if (count < bytes || cuts >= most) return;
      cuts += 1;
      client.destroy();
      target.end();
    });
    client.on('close', () => target.end());
    target.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as { port: number }).port}`, cuts: () => cuts };
}

/** Uploads with tus-js-client; resolves to the last response. */
function upload(
  input: UploadOptions['endpoint'],
  bytes: Uint8Array,
  options: UploadOptions,
): Promise<{ status: number; body: string; url: string }> {
  return new Promise((resolve, reject) => {
    let last = { status: 0, body: '' };
    const source = options.uploadSize === undefined ? Buffer.from(bytes) : Readable.from(slices(bytes));
    const running: Upload = new Upload(source as unknown as Blob, {
      endpoint: input!,
      retryDelays: [0, 50, 100, 200, 400, 800, 1_600, 3_200],
      ...options,
      onAfterResponse: (_, response) => {
        last = { status: response.getStatus(), body: response.getBody() };
      },
      onError: reject,
      onSuccess: () => resolve({ ...last, url: running.url! }),
    });
    running.start();
  });
}

function* slices(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

const film = (title: string) => ({ metadata: { filename: 'film.png', filetype: 'image/png', title } });

for (const [name, address] of everyStore) {
  describe(`tus-js-client uploads ${name}`, () => {
    test('at once, in chunks, with the creation, as a stream and without content', async (t) => {
      const { address: at, ann, keys } = await serveFilms(t, await address());
      const headers = { Authorization: `Bearer ${keys.ann}` };
      const bytes = picture(300_001);
      const send = (title: string, options: UploadOptions) =>
        upload(`${at}/films`, bytes, { headers, ...film(title), ...options });
      const done = await send('whole', {});
      assert.equal(done.status, 201);
      assert.equal(JSON.parse(done.body).title, 'whole');
      assert.equal((await send('chunks', { chunkSize: 70_000 })).status, 201);
      assert.equal((await send('begun', { uploadDataDuringCreation: true })).status, 201);
      assert.equal((await send('begun in chunks', { uploadDataDuringCreation: true, chunkSize: 99_999 })).status, 201);
      assert.equal((await send('by POST', { overridePatchMethod: true })).status, 201);
      assert.equal((await send('stream', { uploadSize: 300_001, chunkSize: 50_000 })).status, 201);
      const films = (await (await ann('GET /films')).json()) as { id: number }[];
      assert.equal(films.length, 6);
      for (const { id } of films)
        assert.deepEqual(new Uint8Array(await (await ann(`GET /films/${id}/reel`)).arrayBuffer()), bytes);
      await assert.rejects(send('too large', { uploadSize: 2_000_001, chunkSize: 50_000 }), /response code: 413/);
      await Upload.terminate(done.url, { headers });
      await assert.rejects(Upload.terminate(done.url, { headers }), /404/);
    });

    test('continues after broken connections', async (t) => {
      const { address: at, ann, keys } = await serveFilms(t, await address());
      const proxy = await openProxy(t, at, 200_000, 8);
      const bytes = picture(1_900_000, 7);
      const done = await upload(`${proxy.address}/films`, bytes, {
        headers: { Authorization: `Bearer ${keys.ann}` },
        ...film('broken'),
      });
      assert.equal(proxy.cuts(), 8);
      assert.equal(done.url.startsWith(proxy.address), true);
      const content = await ann('GET /films/1/reel');
      const sum = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
      assert.equal(sum(new Uint8Array(await content.arrayBuffer())), sum(bytes));
      assert.equal(((await (await ann('GET /films')).json()) as unknown[]).length, 1);
    });

    test('S80: of several requests at once one adds bytes, and the offset never runs ahead', async (t) => {
      const { ann } = await serveFilms(t, await address());
      const bytes = picture(400_000, 3);
      const meta = `title ${Buffer.from('raced').toString('base64')},filetype ${Buffer.from('image/png').toString('base64')}`;
      const begun = await ann('POST /films', { 'Upload-Length': '400000', 'Upload-Metadata': meta });
      const place = begun.headers.get('location')!;
      let created = 0;
      for (let offset = 0; offset < bytes.length; ) {
        const answers = await Promise.all(
          Array.from({ length: 5 }, (_, i) =>
            ann(`PATCH ${place}`, { 'Upload-Offset': String(offset) }, bytes.subarray(offset, offset + 40_000 + i)),
          ),
        );
        for (const { status } of answers) assert.ok([201, 204, 409, 423].includes(status), String(status));
        created += answers.filter(({ status }) => status === 201).length;
        const told = Number((await ann(`HEAD ${place}`)).headers.get('upload-offset'));
        assert.ok(told > offset);
        offset = told;
        await pause(1);
      }
      assert.equal(created, 1);
      const content = await ann('GET /films/1/reel');
      assert.deepEqual(new Uint8Array(await content.arrayBuffer()), bytes);
    });
  });
}

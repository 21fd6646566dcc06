import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../src/contracts/store.ts';
import { formOf, png, servePhotos } from './photos.fixture.ts';

const full = async (): Promise<never> => {
  throw new StoreUnavailableError('the folder of files: ENOSPC');
};

test('a disk that takes no more bytes makes uploads unavailable at once, and what is stored stays', async (t) => {
  const { ann, files } = await servePhotos(t, 'sqlite::memory:');
  const image = (length: number) => new File([png(length)], 'a.png', { type: 'image/png' });
  const form = (length: number) => ann('POST /photos', { body: formOf({ title: 'Cat', image: image(length) }) });
  const put = (length: number) =>
    ann('PUT /photos/1/image', { headers: { 'Content-Type': 'image/png' }, body: png(length) });
  assert.equal((await form(40)).status, 201);
  const { begin } = files!;
  const dropped: string[] = [];
  const failing = {
    begin: { begin: full },
    write: { begin: async () => ({ ...(await begin()), write: full, drop: async () => void dropped.push('write') }) },
    keep: { begin: async () => ({ ...(await begin()), keep: full, drop: async () => void dropped.push('keep') }) },
  };
  for (const [what, how] of Object.entries(failing)) {
    Object.assign(files!, how);
    const began = performance.now();
    // The same content, other content, and more than the stream holds.
    for (const length of [40, 50, 1_900])
      for (const upload of [form, put]) {
        const answered = await upload(length);
        assert.equal(answered.status, 503, `${what} ${length}: ${await answered.text()}`);
      }
    assert.ok(performance.now() - began < 10_000, what);
  }
  assert.deepEqual([dropped.filter((what) => what === 'write').length, dropped.length], [6, 12]);
  Object.assign(files!, { begin });
  assert.deepEqual(new Uint8Array(await (await ann('GET /photos/1/image')).arrayBuffer()), png(40));
  assert.equal((await put(50)).status, 204);
  assert.equal(((await (await ann('GET /photos')).json()) as unknown[]).length, 1);
});

test('a request without a body that states a type is an empty file', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:');
  assert.equal((await ann('POST /photos', { body: formOf({ title: 'Cat' }) })).status, 201);
  const empty = { headers: { 'Content-Type': 'text/plain' }, body: new Uint8Array(0) };
  const put = await ann('PUT /photos/1/paper', empty);
  assert.equal(put.status, 200, await put.clone().text());
  assert.deepEqual(((await put.json()) as { paper: unknown }).paper, {
    name: 'paper.txt',
    type: 'text/plain',
    size: 0,
  });
  assert.equal((await ann('PUT /photos/1/image', empty)).status, 422);
  assert.equal((await ann('PUT /photos/1/paper')).status, 422);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { credentials, type S3Server, startS3 } from '../../../tests/support/s3.fixture.ts';
import type { FileStore } from '../../contracts/files.ts';
import { openS3 } from './s3.ts';

let server: S3Server;
let store: FileStore;
const id = 'a'.repeat(64);

before(async () => {
  server = await startS3('films');
});
after(() => server.close());
beforeEach(async () => {
  server.objects.clear();
  store = await openS3(`s3://films/live?endpoint=${encodeURIComponent(server.endpoint)}`, credentials);
});

const bytes = new Uint8Array(12_000_000).map((_, at) => (at * 7 + (at >> 9)) % 253);
const nothing = () => undefined;

/** Adds bytes in a request of its own. */
async function add(from: number, to: number): Promise<number> {
  const draft = await store.uploads.open(id);
  assert.equal(await draft.cut(from), true);
  for (let at = from; at < to; at += 65_536) await draft.write(bytes.subarray(at, Math.min(at + 65_536, to)));
  const size = await draft.sync();
  await draft.close();
  return size;
}

test('an upload continues where its objects end, and is stored as content', async () => {
  assert.equal(await add(0, 6_000_000), 6_000_000);
  assert.equal(await (await store.uploads.open(id)).cut(6_000_001), false);
  // What came after the durable offset is cut off.
  assert.equal(await add(5_500_000, 7_000_000), 7_000_000);
  assert.equal(await add(7_000_000, bytes.length), bytes.length);
  const draft = await store.uploads.open(id);
  let noted = '';
  const hash = await draft.keep(nothing, (found) => {
    noted = found;
    return undefined;
  });
  assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
  assert.equal(noted, hash);
  const content = (await store.find(hash as string))!;
  assert.equal(content.size, bytes.length);
  const open = await content.open();
  assert.deepEqual(await open.read(5_000_000, 3_000_000), bytes.subarray(5_000_000, 8_000_000));
  await store.uploads.remove(id);
  assert.deepEqual(
    [...server.objects.keys()].filter((key) => key.includes('uploads/')),
    [],
  );
});

test('wrong content is not stored, and a missing part is an outage', async () => {
  await add(0, 6_000_000);
  const problem = { part: 'reel', problem: 'format', message: 'must be image/png' } as const;
  const draft = await store.uploads.open(id);
  assert.deepEqual(await draft.keep(() => problem, nothing), problem);
  assert.deepEqual(
    [...server.objects.keys()].filter((key) => key.includes('contents/')),
    [],
  );
  const old: string[] = [];
  for await (const name of store.uploads.old(-60_000)) old.push(name);
  assert.deepEqual(old, [id]);
  for (const key of server.objects.keys()) if (key.includes('uploads/')) server.objects.delete(key);
  await assert.rejects(draft.keep(nothing, nothing), /the S3 store of files: a part of an upload is missing/);
});

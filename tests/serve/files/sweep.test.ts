import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { FileStore } from '../../../src/contracts/files.ts';
import { removeUnnamed } from '../../../src/serve/files/sweep.ts';
import { openFolder } from '../../../src/stores/files/folder.ts';
import { openFileMemory } from '../../../src/stores/files/memory.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { formOf, png, servePhotos } from './photos.fixture.ts';

const hour = 3_600_000;

async function store(files: FileStore, text: string): Promise<string> {
  const draft = await files.begin();
  await draft.write(new TextEncoder().encode(text));
  return draft.keep();
}

async function listHashes(files: FileStore): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const hash of files.old(-1)) found.push(hash);
  return found.sort();
}

for (const [name, addressOf] of everyStore) {
  describe(`the sweep ${name}`, () => {
    test('removes content that no record names, and nothing else', async (t) => {
      const { plan, store: records, files, ann, other } = await servePhotos(t, await addressOf());
      const sweeping = { plan, compiled: compile(plan), store: records, files: files! };
      const image = (length: number) => new File([png(length)], 'a.png', { type: 'image/png' });
      const create = (caller: typeof ann, length: number) =>
        caller('POST /photos', { body: formOf({ title: 'x', image: image(length) }) });
      for (const length of [20, 40, 60]) assert.equal((await create(ann, length)).status, 201);
      await create(other, 60);
      await ann('POST /photos/1/copy');
      assert.equal((await listHashes(files!)).length, 3);
      assert.equal(await removeUnnamed(sweeping, -1), 0);
      // The first is named by its copy, the third by a record of another tenant.
      for (const id of [1, 2, 3]) assert.equal((await ann(`DELETE /photos/${id}`)).status, 204);
      assert.equal(await removeUnnamed(sweeping, hour), 0);
      // An instance of another document does not know which files records name.
      assert.equal(await removeUnnamed({ ...sweeping, plan: { ...plan, digest: 'other' } }, -1), 0);
      assert.equal(await removeUnnamed(sweeping, -1), 1);
      assert.equal((await listHashes(files!)).length, 2);
      assert.equal((await other('GET /photos/4/image')).status, 200);
    });
  });
}

const memory = async () => ({ files: openFileMemory(Date.now), age: undefined, end: () => undefined });

async function folder() {
  const path = mkdtempSync(join(tmpdir(), 'nonet-'));
  const files = await openFolder(path, 'process');
  const age = (hash: string) => utimesSync(join(path, hash.slice(0, 2), hash.slice(2)), new Date(0), new Date(0));
  return { files, path, age, end: () => rmSync(path, { recursive: true }) };
}

for (const [name, open] of [
  ['memory', memory],
  ['a folder', folder],
] as const) {
  test(`contents in ${name} are stored once, read in parts and removed by their age`, async () => {
    const { files, end } = await open();
    const hash = await store(files, 'content');
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.equal(await store(files, 'content'), hash);
    assert.deepEqual(await listHashes(files), [hash]);
    const content = await files.find(hash);
    assert.equal(content?.size, 7);
    const opened = await content.open();
    assert.equal(new TextDecoder().decode(await opened.read(3, 100)), 'tent');
    assert.equal((await opened.read(7, 10)).length, 0);
    await opened.close();
    const dropped = await files.begin();
    await dropped.write(new Uint8Array(3));
    await dropped.drop();
    assert.equal(await files.remove(hash, hour), false);
    assert.equal(await files.remove(hash, -1), true);
    assert.equal(await files.remove(hash, -1), false);
    assert.equal(await files.find(hash), undefined);
    end();
  });
}

test('content that is stored again is new, and held content stays', async () => {
  const { files, path, age, end } = await folder();
  const hash = await store(files, 'content');
  age(hash);
  assert.deepEqual(await Array.fromAsync(files.old(hour)), [hash]);
  await store(files, 'content');
  assert.deepEqual(await Array.fromAsync(files.old(hour)), []);
  assert.equal(await files.remove(hash, hour), false);
  age(hash);
  const release = await files.hold();
  assert.equal(await files.remove(hash, hour), false);
  const other = await (await openFolder(path, 'full')).hold();
  await release();
  assert.equal(await files.remove(hash, hour), false);
  await other();
  assert.equal(await files.remove(hash, hour), true);
  end();
});

test('content is new when it is kept, however long it took to arrive', async () => {
  const { files, path, end } = await folder();
  const draft = await files.begin();
  await draft.write(new TextEncoder().encode('content'));
  const [name] = readdirSync(join(path, 'drafts'));
  utimesSync(join(path, 'drafts', name!), new Date(0), new Date(0));
  const hash = await draft.keep();
  assert.deepEqual(await Array.fromAsync(files.old(hour)), []);
  assert.equal(await files.remove(hash, hour), false);
  end();
});

test('a draft that could not be written is not kept', async () => {
  const { files, end } = await folder();
  const draft = await files.begin();
  await draft.write(new TextEncoder().encode('content'));
  await draft.drop();
  // A batch is written while the next one arrives, which learns of its failure.
  await draft.write(new Uint8Array(600_000));
  await assert.rejects(draft.write(new Uint8Array(600_000)), { name: 'Error', message: /^the folder of files: / });
  await assert.rejects(draft.keep(), { message: 'a draft with a write that failed, or that goes on, is not kept' });
  const last = await files.begin();
  await last.write(new Uint8Array(10));
  await last.drop();
  await assert.rejects(last.keep(), { name: 'Error', message: /^the folder of files: / });
  assert.deepEqual(await Array.fromAsync(files.old(-1)), []);
  end();
});

test('content that a process was removing when it ended is there again', async () => {
  const { files, path, end } = await folder();
  const hash = await store(files, 'content');
  renameSync(join(path, hash.slice(0, 2), hash.slice(2)), join(path, 'removed', hash));
  assert.equal(await files.find(hash), undefined);
  const again = await openFolder(path, 'full');
  assert.equal((await again.find(hash))?.size, 7);
  end();
});

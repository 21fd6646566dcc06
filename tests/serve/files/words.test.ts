import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { Platform } from '../../../src/contracts/platform.ts';
import { keepContents } from '../../../src/operator/files/contents.ts';
import { streamContent } from '../../../src/parts/endpoints/serve/files/pump.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { sweepFiles } from '../../../src/serve/files/sweep.ts';
import { openFileMemory } from '../../../src/stores/files/memory.ts';
import { openFileStore } from '../../../src/stores/files.ts';
import { createSource } from '../../../src/text/location.ts';
import { planFor } from '../support/served.fixture.ts';
import { photos, servePhotos } from './photos.fixture.ts';

test('the plan says which files are received, and how content is returned', () => {
  const plan = planFor(photos);
  const wordsOf = (name: string) =>
    plan.operations.find((operation) => operation.name === name)!.steps.map(({ words }) => words);
  const image = wordsOf('put_image');
  assert.ok(image.includes('receive the file image of at most 2 kB and of type image/png, image/jpeg, text/plain'));
  assert.ok(image.includes('count no file in the limit of bodies'));
  assert.ok(wordsOf('put_paper').includes('receive the file paper of at most 300 KiB'));
  const whole = buildWholePlanOf(readDocument(createSource('photos.md', photos)).service)!;
  const { exchange } = whole.operations.find(({ name }) => name === 'image')!;
  const status = exchange!.statuses.find((candidate) => candidate.status === 416);
  assert.deepEqual(status?.conditions, ['range not satisfiable']);
  const ranges = exchange!.headers.filter(({ name }) => name === 'Content-Range');
  assert.deepEqual(
    ranges.map(({ when }) => when),
    ['the status is 206', 'the status is 416'],
  );
});

test('a client is told what is wrong with a form', async (t) => {
  const { ann } = await servePhotos(t, 'sqlite::memory:');
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
  const json = (content: string) =>
    `--x\r\nContent-Disposition: form-data; name="j"\r\nContent-Type: application/json\r\n\r\n${content}\r\n`;
  const told = async (body: string | Uint8Array<ArrayBuffer>, type = '; boundary=x'): Promise<string> => {
    const answered = await ann('POST /photos', { body, headers: { 'Content-Type': `multipart/form-data${type}` } });
    assert.equal(answered.status, 400);
    return answered.text();
  };
  assert.match(await told('x', ''), /must be a multipart form with a boundary/);
  assert.match(await told('--x'), /must be a complete multipart form/);
  assert.match(await told(`${part('title').replace('; name="title"', '')}--x--\r\n`), /must have a name for each part/);
  assert.match(
    await told(`--x\r\nContent-Type: text/plain\r\n\r\na\r\n--x--\r\n`),
    /must have a Content-Disposition of `form-data` with a name for each part/,
  );
  const latin = Uint8Array.from(Buffer.from(`${part('title').slice(0, -2)}\xe9\r\n--x--\r\n`, 'latin1'));
  assert.match(await told(latin), /must be UTF-8 in the field \\"title\\"/);
  assert.match(await told(`${part('title')}${json('{}')}--x--\r\n`), /must have all other fields in one JSON part/);
  assert.match(await told(`${json('{}')}${part('title')}--x--\r\n`), /must have all other fields in one JSON part/);
  const many = Array.from({ length: 1_001 }, () => part('')).join('');
  assert.match(await told(`${many}--x--\r\n`), /must have at most 1000 fields/);
});

test('a service without a folder for its files says which setting names one', async () => {
  const plan = planFor(photos);
  const how = { durability: 'process', platform: { now: Date.now } } as const;
  await assert.rejects(openFileStore(plan, 'postgres://localhost/x', how), {
    message:
      'The document has files, which PostgreSQL does not store. Name a folder with `--files` (`files`): all instances of the service share it.',
  });
  await assert.rejects(openFileStore(plan, undefined, how), {
    message:
      'The document has files, and its store was opened before. Name a folder with `--files` (`files`): all instances of the service share it.',
  });
});

test('a missing content is reported by the backup, and failures are logged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = openFileMemory(Date.now);
  await assert.rejects(keepContents(files, join(folder, 'copy.db'), new Set(['a'.repeat(64)])), {
    message: 'The contents of 1 files are missing in the folder of the store. Is --files right?',
  });
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const platform = {
    now: Date.now,
    log: { info: log, warn: log, error: log },
    after: (_: number, work: () => void) => {
      if (logged.length < 2) setImmediate(work);
      return () => undefined;
    },
  } as unknown as Platform;
  const open = () => Promise.reject(new Error('the disk failed'));
  const ends: string[] = [];
  const sink = { write: () => true, end: () => void ends.push('end'), cut: () => void ends.push('cut') };
  streamContent({ size: 3, open }, 0, 3, platform).open(sink);
  const plan = planFor(photos);
  const store = {
    prepare() {
      throw new Error('the store is gone');
    },
  } as never;
  const end = sweepFiles({ plan, compiled: compile(plan), store, files }, platform);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await end();
  assert.deepEqual(ends, ['cut']);
  assert.deepEqual(logged.slice(0, 2).toSorted(), ['failed to remove unused files', 'failed to send a file']);
});

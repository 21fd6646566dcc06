import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inFolder, type Running, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

interface Under {
  readonly service: Running;
  /** The path of the database. */
  readonly path: string;
  create(): Promise<number>;
  list(): Promise<number>;
}

/** A service whose database lies at a path, with what writes to it and reads from it. */
async function under(t: TestContext, folder: string): Promise<Under> {
  const document = join(folder, 'invoices.md');
  writeFileSync(document, invoicesWithoutRate());
  const service = await serve(document, ['--log-level', 'silent']);
  t.after(() => service.kill());
  const headers = { Authorization: `Bearer ${service.key!}`, 'Content-Type': 'application/json' };
  let count = 0;
  const ask = async (method: string, body?: string): Promise<number> => {
    const answer = await fetch(`${service.address}/customers`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    await answer.text();
    return answer.status;
  };
  return {
    service,
    path: join(folder, 'invoices.db'),
    create: () => ask('POST', JSON.stringify({ name: 'Ada', email: `m${++count}@example.com` })),
    list: () => ask('GET'),
  };
}

const faults: readonly (readonly [name: string, work: (path: string) => void, said: RegExp, later?: true])[] = [
  [
    'deleted',
    (path) => {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    },
    /^nonet: the file \S+invoices\.db was deleted while the service runs: requests are rejected \(503\) until it is back. This process still has all stored data/m,
  ],
  [
    'replaced by a copy of itself',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    /^nonet: the file \S+invoices\.db was replaced while the service runs/m,
  ],
  [
    'left without its log',
    (path) => rmSync(`${path}-wal`),
    /^nonet: the file \S+invoices\.db-wal was deleted while the service runs/m,
  ],
  [
    'left without the lock of those who serve from it',
    (path) => rmSync(`${path}-served`),
    /^nonet: the file \S+invoices\.db-served was deleted while the service runs/m,
    true,
  ],
];

for (const [name, work, said, later] of faults) {
  test(`a database that is ${name} under a running service takes no write, and the service says so`, async (t) => {
    await inFolder(async (folder) => {
      const { service, path, create, list } = await under(t, folder);
      assert.equal(await create(), 201);
      assert.equal(await list(), 200);
      work(path);
      for (let waited = 0; later && (await create()) === 201 && waited < 200; waited++) await pause(50);
      // Each of them would be acknowledged and gone.
      for (let round = 0; round < 20; round++) assert.equal(await create(), 503);
      assert.equal(await list(), 503);
      assert.match(service.printed(), said);
      assert.equal(service.printed().match(/^nonet: /gm)?.length, 1, service.printed());
      await service.stop();
    });
  });
}

test('a database that is away is missed within seconds where nobody writes, and taken up again when it is back', async (t) => {
  await inFolder(async (folder) => {
    const { service, path, create, list } = await under(t, folder);
    assert.equal(await create(), 201);
    renameSync(path, `${path}.away`);
    for (let waited = 0; (await list()) === 200 && waited < 200; waited++) await pause(50);
    assert.equal(await list(), 503);
    renameSync(`${path}.away`, path);
    for (let waited = 0; (await list()) !== 200 && waited < 200; waited++) await pause(50);
    assert.equal(await create(), 201);
    assert.equal(await list(), 200);
    assert.match(service.printed(), /^nonet: the file \S+invoices\.db exists again: the service continues\.$/m);
    assert.equal(await service.stop(), 0);
  });
});

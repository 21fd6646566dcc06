import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { codeOf, factored } from '../serve/access/second-factors.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, type Running, root, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';

const rounds = runs(5);
/** The recovery codes of each round. */
const codes = 40;
const document = factored.replaceAll('20000 per minute', '1000000 per minute');
/** Hashes of the process cost a thousandth. */
const cheap = { NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/support/cheap-passwords.ts'))}` };
const ann = { email: 'ann@example.com', password: 'password of ann' };

async function post<T>(service: Running, path: string, body: object, token?: string): Promise<T> {
  const got = await fetch(service.address + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  assert.ok(got.ok, `${path}: ${got.status}`);
  return (await got.json()) as T;
}

/** Counts the records of the store. */
async function count(address: string): Promise<{ readonly sessions: number; readonly codes: number }> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(address, planFor(document), { platform, durability: 'process' });
  try {
    const of = async (resource: string): Promise<number> =>
      store.prepare({ resource, conditions: [] }).count({ conditions: [], now: 0 });
    return { sessions: await of('Session'), codes: await of('RecoveryCode') };
  } finally {
    await store.close();
  }
}

for (const [name, addressIn] of storesInFolder) {
  test(`${name}: a recovery code is used if and only if its session has begun, though the process is killed`, {
    timeout: 60_000 + 30_000 * rounds,
  }, async (context) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'people.md');
      writeFileSync(file, document);
      const address = await addressIn(folder);
      const words = ['--store', address, '--log-level', 'silent'];
      let service = await serve(file, words, cheap);
      context.after(() => service.kill());
      const { token } = await post<{ token: string }>(service, '/users', ann);
      const { id, uri } = await post<{ id: string; uri: string }>(service, '/authenticators', {}, token);
      await post(service, `/authenticators/${id}/confirm`, { code: codeOf(uri, Date.now()) }, token);
      let interrupted = 0;
      for (let round = 0; round < rounds; round += 1) {
        const all: string[] = [];
        while (all.length < codes) all.push((await post<{ code: string }>(service, '/recovery-codes', {}, token)).code);
        let done = 0;
        const work = async (): Promise<void> => {
          for (let code = all.pop(); code !== undefined; code = all.pop()) {
            await post(service, '/sessions', { ...ann, code });
            done += 1;
          }
        };
        const working = Promise.allSettled(Array.from({ length: 4 }, work));
        while (done < 5) await pause(5);
        await pause((round * 37) % 100);
        await service.kill();
        const results = await working;
        if (results.some(({ status }) => status === 'rejected')) interrupted += 1;
        const found = await count(address);
        assert.equal(found.sessions - 1 + found.codes, codes * (round + 1), JSON.stringify(found));
        assert.ok(found.sessions - 1 >= done);
        service = await serve(file, words, cheap);
      }
      assert.ok(interrupted > 0, 'no log in was interrupted');
    });
  });
}

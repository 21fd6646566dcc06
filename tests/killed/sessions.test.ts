import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { compile } from '../../src/codegen/compile.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { recorded } from '../serve/access/session-records.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, type Running, root, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';

/** So often the process is killed on each store: with refreshes 100 times in all. More where the variable says so. */
const rounds = Number(env.NONET_SESSION_ROUNDS ?? runs(20, 2));
const workers = 6;
const document = recorded.replaceAll('2000 per minute', '1000000 per minute');
/** Hashes of the process cost a thousandth. */
const cheap = { NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/support/cheap-passwords.ts'))}` };

type Fate = 'alive' | 'ended' | 'either';

/** The credentials that were issued, and whether each was ended since; `either`: a request to end it was under way. */
type Issued = Map<string, Fate>;

async function ask(service: Running, line: string, token?: string, body?: object): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  return fetch(service.address + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const body = (name: string) => ({ email: `${name}@example.com`, password: `password of ${name}` });

/** Logs a person in and out, or ends all sessions, until the process is killed. */
async function work(service: Running, name: string, issued: Issued, at: number): Promise<void> {
  const own: string[] = [];
  const end = async (line: string, by: string, ended: readonly string[]): Promise<void> => {
    for (const token of ended) issued.set(token, 'either');
    const got = await ask(service, line, by);
    assert.equal(got.status, 204, `${line}: ${await got.text()}`);
    for (const token of ended) issued.set(token, 'ended');
  };
  try {
    for (let count = at; ; count++) {
      const got = await ask(service, 'POST /sessions', undefined, body(name));
      assert.equal(got.status, 200);
      const { token } = (await got.json()) as { token: string };
      issued.set(token, 'alive');
      own.push(token);
      const kind = count % 5;
      if (kind === 1) await end('DELETE /session', token, own.splice(-1));
      if (kind === 3) {
        const { id } = (await (await ask(service, 'GET /session', own[0])).json()) as { id: string };
        await end(`DELETE /sessions/${id}`, token, own.splice(0, 1));
      }
      if (kind === 4 && count % 25 === 24) await end('POST /leave', token, own.splice(0));
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The sessions of the store without a credential that is active, and the other way round. */
async function compare(address: string): Promise<{ readonly sessions: number; readonly lone: readonly string[] }> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const plan = planFor(document);
  const store = await openStore(address, plan, { platform, durability: 'process' });
  try {
    const { toRecord } = compile(plan).resources.get('Session')!;
    const all = store.prepare({
      resource: 'Session',
      conditions: [],
      order: [{ field: 'id', descending: false }],
    });
    const { rows } = await all.many({ conditions: [], now: 0, limit: 100_000 });
    const records = new Set(rows.map((row) => String(toRecord(row).id)));
    const active = new Set<string>();
    for (const { session, revokedAt } of await store.credentials.list())
      if (session !== undefined && revokedAt === undefined) active.add(session);
    const lone = [...records.symmetricDifference(active)].map(
      (id) => `${id} has ${records.has(id) ? 'no credential' : 'no record'}`,
    );
    return { sessions: records.size, lone };
  } finally {
    await store.close();
  }
}

for (const [name, addressIn] of storesInFolder) {
  test(`${name}: sessions and credentials stay together though the process is killed ${rounds} times`, {
    timeout: 30_000 + 15_000 * rounds,
  }, async (context) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'people.md');
      writeFileSync(file, document);
      const address = await addressIn(folder);
      const words = ['--store', address, '--log-level', 'silent'];
      let service = await serve(file, words, cheap);
      context.after(() => service.kill());
      // People who are different tenants of their sessions: the log outs of one end none of another.
      const names = Array.from({ length: workers }, (_, at) => `p${at}`);
      for (const person of names) {
        const got = await ask(service, 'POST /users', undefined, body(person));
        assert.equal(got.status, 201, await got.text());
      }
      let most = 0;
      for (let round = 0; round < rounds; round++) {
        const issued: Issued = new Map();
        const working = Promise.all(names.map((person, at) => work(service, person, issued, at + round)));
        for (let waited = 0; issued.size < workers && waited < 1000; waited++) await pause(10);
        await pause((round * 37) % 240);
        await service.kill();
        await working;
        assert.ok(issued.size >= workers, `round ${round}: nobody logged in, so nothing was proved`);
        const { sessions, lone } = await compare(address);
        assert.deepEqual(lone, [], `round ${round}`);
        most = Math.max(most, sessions);
        service = await serve(file, words, cheap);
        const tokens = [...issued].filter(([, fate]) => fate !== 'either').slice(-60);
        for (const [token, fate] of tokens) {
          const { status } = await ask(service, 'GET /me', token);
          assert.equal(status, fate === 'alive' ? 200 : 401, `round ${round}: a session that is ${fate}`);
        }
      }
      assert.ok(most > workers, `${most} sessions`);
      assert.equal(await service.stop(), 0);
      assert.deepEqual((await compare(address)).lone, []);
    });
  });
}

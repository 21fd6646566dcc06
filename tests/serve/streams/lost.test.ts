import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { formatPosition } from '../../../src/parts/events/serve/position.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { handlers, type Reading, readStream, streaming } from './streams.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
after(() => rmSync(folder, { recursive: true }));

/** Takes the events above a number back, as a standby that was behind and a restored backup do. */
const lose = {
  async sqlite(address: string, above: number): Promise<void> {
    const database = new DatabaseSync(address.slice('sqlite:'.length));
    database.exec(`DELETE FROM nonet_event WHERE number > ${above};
      UPDATE sqlite_sequence SET seq = ${above} WHERE name = 'nonet_event'`);
    database.close();
  },
  async postgres(address: string, above: number): Promise<void> {
    const client = new Client({ connectionString: address });
    await client.connect();
    await client.query(`DELETE FROM nonet_event WHERE number > ${above};
      UPDATE nonet_meta SET value = '${above}' WHERE name = 'event number'`);
    await client.end();
  },
};

const makeCustomers = async (served: Served, key: string, count: number): Promise<void> => {
  for (let nth = 0; nth < count; nth++) {
    const body = { name: 'Ann', email: `${Math.random()}@x.example` };
    assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
  }
  await allNumbered(served.store);
};
const open = (served: Served, key: string, from?: string): Promise<Reading> =>
  readStream(fetch, `${served.address}/stream`, key, from === undefined ? {} : { 'Last-Event-ID': from });
const numbersOf = (reading: Reading): readonly number[] => reading.blocks.map(({ id }) => Number.parseInt(id!, 10));

/** A service, and keys of two tenants. */
async function begin(t: TestContext, address: string): Promise<{ readonly served: Served; readonly keys: string[] }> {
  const served = await serve(streaming, {}, undefined, address, handlers);
  t.after(() => served.close());
  const keys = [];
  for (const shop of ['a', 'b']) keys.push(await served.key(['read', 'write', 'hear'], { shop }));
  return { served, keys };
}

for (const [name, addressOf, loseAbove] of [
  ['on SQLite', async () => `sqlite:${join(folder, 'lost.db')}`, lose.sqlite],
  ['on PostgreSQL', freshDatabase, lose.postgres],
] as const) {
  describe(`streams of a database that has lost events, ${name}`, () => {
    test('a client that was sent a lost event is told that it is gone, and one that was not goes on', async (t) => {
      const address = await addressOf();
      const { served, keys } = await begin(t, address);
      const [ours, theirs] = keys as [string, string];
      const [reading, foreign] = [await open(served, ours), await open(served, theirs)];
      await makeCustomers(served, ours, 2);
      await makeCustomers(served, theirs, 1);
      await makeCustomers(served, ours, 2);
      const sent = await reading.events(4);
      const [theirOwn] = await foreign.events(1);
      reading.stop();
      foreign.stop();
      await served.close();
      await loseAbove(address, 3);
      const again = await serve(streaming, {}, undefined, address, handlers);
      t.after(() => again.close());
      const statusOf = async (id: string, key = ours): Promise<number> => {
        const stream = await open(again, key, id);
        stream.stop();
        return stream.status;
      };
      assert.deepEqual(await Promise.all(sent.map(({ id }) => statusOf(id!))), [200, 200, 410, 410]);
      await makeCustomers(again, ours, 3);
      assert.deepEqual(await Promise.all(sent.map(({ id }) => statusOf(id!))), [200, 200, 410, 410]);
      assert.equal(await statusOf(theirOwn!.id!, theirs), 200);
      const resumed = await open(again, ours, sent[1]!.id!);
      await resumed.events(3);
      assert.deepEqual(numbersOf(resumed), [4, 5, 6]);
      const beyond = formatPosition(again.platform, { sequence: 99, id: 'evt_99' });
      assert.equal(await statusOf(beyond), 410);
      resumed.stop();
    });
  });
}

test('open streams end when PostgreSQL has lost events that they were sent, and not when it has lost others', async (t) => {
  const address = await freshDatabase();
  const { served, keys } = await begin(t, address);
  const [ours, theirs] = keys as [string, string];
  const [reading, foreign] = [await open(served, ours), await open(served, theirs)];
  await makeCustomers(served, ours, 3);
  await reading.events(3);
  await lose.postgres(address, 1);
  assert.deepEqual(await Promise.all([reading.ended, foreign.ended]), ['in order', 'in order']);
  assert.ok(served.logged.some((line) => line.includes('the store has lost events that were sent: streams end')));
  const now = await open(served, ours);
  await makeCustomers(served, ours, 1);
  await now.events(1);
  assert.deepEqual(numbersOf(now), [2]);
  now.stop();
});

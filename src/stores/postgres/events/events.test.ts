import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { shops } from '../../../../tests/support/plans.ts';
import { freshDatabase, useOwnServer } from '../../../../tests/support/postgres.ts';
import type { Store } from '../../../contracts/store.ts';
import { openStore } from '../../index.ts';
import { allNumbered, eventOfCustomer } from '../../suites/events.suite.ts';
import { keep, testHost } from '../../suites/surroundings.suite.ts';

useOwnServer();

/** Two instances on one database, and what opens sessions of its own to it. */
async function instances(t: TestContext): Promise<{
  readonly one: Store;
  readonly other: Store;
  session(): Promise<Session>;
}> {
  const address = await freshDatabase();
  const options = { platform: testHost, durability: 'process' } as const;
  const stores = [await openStore(address, shops, options), await openStore(address, shops, options)];
  const sessions: pg.Client[] = [];
  t.after(async () => {
    for (const client of sessions) await client.end();
    for (const store of stores) await store.close();
  });
  return {
    one: stores[0]!,
    other: stores[1]!,
    async session() {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      sessions.push(client);
      return { client, record: (id, recordId, version) => recordIn(client, id, recordId, version) };
    },
  };
}

interface Session {
  readonly client: pg.Client;
  /** Writes an event in the transaction that is open, as the store itself does. */
  record(id: string, recordId: string, version?: number): Promise<void>;
}

async function recordIn(client: pg.Client, id: string, recordId: string, version = 1): Promise<void> {
  await client.query(
    `INSERT INTO nonet_event (id, kind, resource, record_id, record_version, record, at, trace_id)
     VALUES ($1, 'customer.changed', 'Customer', $2, $3, '{}', 1000, 't')`,
    [id, recordId, version],
  );
}

const numbered = async (store: Store): Promise<string> =>
  (await store.events.after(0, 1_000)).map(({ sequence, id }) => `${sequence} ${id}`).join(', ');

test('transactions that commit out of order are numbered when none that began before them is open', async (t) => {
  const { one: instance, session } = await instances(t);
  const [early, late] = [await session(), await session()];
  await early.client.query('BEGIN');
  await early.record('evt_early', 'c1');
  await late.client.query('BEGIN');
  await late.record('evt_late', 'c2');
  await late.client.query('COMMIT');
  assert.equal(await instance.events.assignSequences(100), true);
  assert.equal(await numbered(instance), '');
  assert.equal(await instance.events.newest(), 0);
  await early.client.query('COMMIT');
  assert.equal(await instance.events.assignSequences(100), false);
  assert.equal(await numbered(instance), '1 evt_early, 2 evt_late');
});

test('a transaction left open delays events that were written after it began, and none that were written before', async (t) => {
  const { one: instance, session } = await instances(t);
  await keep(instance, ({ events }) => events.record([eventOfCustomer('evt_before', 'c1')]));
  const open = await session();
  await open.client.query('BEGIN');
  await open.client.query('CREATE TEMPORARY TABLE held (n integer)');
  await keep(instance, ({ events }) => events.record([eventOfCustomer('evt_after', 'c2')]));
  assert.equal(await instance.events.assignSequences(100), true);
  assert.equal(await numbered(instance), '1 evt_before');
  await open.client.query('ROLLBACK');
  assert.equal(await instance.events.assignSequences(100), false);
  assert.equal(await numbered(instance), '1 evt_before, 2 evt_after');
});

test('of one record an event waits for the version before it, though its transaction began earlier', async (t) => {
  const { one: instance, session } = await instances(t);
  const [first, between, second] = [await session(), await session(), await session()];
  // `first` has the lowest id and writes the record last; `between` stays open between the two.
  await first.client.query('BEGIN');
  await first.record('evt_other', 'c9');
  await between.client.query('BEGIN');
  await between.record('evt_between', 'c5');
  await second.client.query('BEGIN');
  await second.record('evt_v2', 'c1', 2);
  await second.client.query('COMMIT');
  await first.record('evt_v3', 'c1', 3);
  await first.client.query('COMMIT');
  assert.equal(await instance.events.assignSequences(100), true);
  // Nothing that is still open could write before `evt_other`; `evt_v3` is as old, and must not come before `evt_v2`.
  assert.equal(await numbered(instance), '1 evt_other');
  await between.client.query('COMMIT');
  assert.equal(await instance.events.assignSequences(100), false);
  assert.equal(await numbered(instance), '1 evt_other, 2 evt_between, 3 evt_v2, 4 evt_v3');
});

test('a record that is erased and made anew keeps the order of its events, though its versions begin anew', async (t) => {
  const { one: instance } = await instances(t);
  for (const [id, version] of [
    ['evt_made', 1],
    ['evt_erased', 2],
    ['evt_again', 1],
  ] as const) {
    await keep(instance, ({ events }) => events.record([eventOfCustomer(id, 'c1', version)]));
  }
  await allNumbered(instance);
  assert.equal(await numbered(instance), '1 evt_made, 2 evt_erased, 3 evt_again');
});

test('of several instances one numbers at a time, in pieces, and no number is left out or given twice', async (t) => {
  const { one: instance, other } = await instances(t);
  const write = (store: Store, nth: number): Promise<void> =>
    keep(store, ({ events }) =>
      events.record([eventOfCustomer(`evt_${nth}a`, `c${nth % 7}`, nth), eventOfCustomer(`evt_${nth}b`, `d${nth}`)]),
    );
  const writing = Promise.all(Array.from({ length: 60 }, (_, nth) => write(nth % 2 === 0 ? instance : other, nth)));
  const numbering = async (store: Store): Promise<void> => {
    for (let round = 0; round < 30; round++) await store.events.assignSequences(7);
  };
  await Promise.all([writing, numbering(instance), numbering(other)]);
  await allNumbered(instance);
  const events = await other.events.after(0, 1_000);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    Array.from({ length: 120 }, (_, at) => at + 1),
  );
  assert.equal(new Set(events.map(({ id }) => id)).size, 120);
});

test('events of a database that was copied from another server, whose transactions were later, are numbered', async (t) => {
  const { one: instance, session } = await instances(t);
  await keep(instance, ({ events }) => events.record([eventOfCustomer('evt_1', 'c1')]));
  const { client } = await session();
  await client.query('UPDATE nonet_event SET written_in = 1000000000');
  assert.equal(await instance.events.assignSequences(100), false);
  assert.equal(await numbered(instance), '1 evt_1');
});

test('one NOTIFY for a batch reaches every instance, with the last number', async (t) => {
  const { one: instance, other, session } = await instances(t);
  const { client } = await session();
  const notified: string[] = [];
  client.on('notification', ({ payload }) => void notified.push(payload ?? ''));
  const { rows } = await client.query(`SELECT 'nonet_events_' || left(md5(current_schema()), 16) AS name`);
  await client.query(`LISTEN "${rows[0].name}"`);
  const told: number[] = [];
  const ends: (() => void)[] = [];
  const heard = Promise.all(
    [instance, other].map(
      (store) =>
        new Promise<void>((done) => {
          const numbered = (newest: number): void => {
            told.push(newest);
            done();
          };
          ends.push(store.events.watch({ sequenced: numbered }));
        }),
    ),
  );
  // The listening of both is known to have begun when the database lists it.
  for (;;) {
    const asked = await client.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN "nonet%' AND state = 'idle'`,
    );
    if (asked.rows[0].n >= 2) break;
    await new Promise((done) => setTimeout(done, 10));
  }
  await keep(instance, ({ events }) => events.record(['a', 'b', 'c'].map((id) => eventOfCustomer(`evt_${id}`, id))));
  await allNumbered(instance);
  await heard;
  await client.query('SELECT 1');
  assert.deepEqual(told, [3, 3]);
  assert.deepEqual(notified, ['3']);
  for (const end of ends) end();
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { shops } from '../../../../tests/support/plans.ts';
import { newDatabase, type PostgresServer, startPostgres } from '../../../../tests/support/postgres.ts';
import { type Standby, startStandby } from '../../../../tests/support/standby.ts';
import type { Query, ReplicaStatus, Store } from '../../../contracts/store.ts';
import { openStore } from '../../index.ts';
import { StoreError } from '../../store-error.ts';
import { asking, fill, invoice, testHost, value } from '../../suites/surroundings.suite.ts';

/** The invoices of a shop, quick to read by an index. */
const ofShop: Query = { resource: 'Invoice', conditions: [{ kind: 'equal', field: 'shop' }] };

describe('a replica', () => {
  let primary: PostgresServer;
  let standby: Standby;
  let made = 0;
  let logged: string[] = [];
  let address = '';

  before(async () => {
    primary = await startPostgres(['fsync=off', 'autovacuum=off']);
    standby = await startStandby(primary);
  });
  after(async () => {
    await standby?.stop();
    await primary?.stop();
  });
  beforeEach(async () => {
    logged = [];
    address = await newDatabase(primary.address, `replica_${++made}`);
  });

  const log = (_: object, message: string): void => void logged.push(message);
  const platform = { ...testHost, log: { info: log, warn: log, error: log } };

  /** Opens an instance; it waits for the standby as long as a test may take, unless it says otherwise. */
  async function open(
    t: TestContext,
    wait = 20_000,
    at = standby.of(address),
    durability: 'full' | 'process' = 'full',
  ): Promise<Store> {
    const store = await openStore(address, shops, { platform, durability, readFrom: { address: at, wait } });
    t.after(() => store.close());
    return store;
  }

  async function until(store: Store, holds: (status: ReplicaStatus) => boolean): Promise<ReplicaStatus> {
    for (const end = performance.now() + 30_000; ; await pause(20)) {
      const status = store.replica!.status();
      if (holds(status)) return status;
      assert.ok(performance.now() < end, `it did not happen: ${JSON.stringify(status)} ${logged}`);
    }
  }

  const idsOf = async (store: Store, shop: string): Promise<readonly unknown[]> => {
    const { rows } = await store.replica!.prepare(ofShop).many({ ...asking(shop), limit: 1_000 });
    return rows.map((row) => value(row, 'id'));
  };
  const countOf = (store: Store, shop: string) => store.replica!.prepare(ofShop).count(asking(shop));
  const isCurrent = ({ state }: ReplicaStatus): boolean => state === 'current';

  for (const durability of ['full', 'process'] as const)
    test(`answers reads, with everything that any instance wrote before, with durability ${durability}`, async (t) => {
      const [one, other] = [
        await open(t, undefined, undefined, durability),
        await open(t, undefined, undefined, durability),
      ];
      await until(one, isCurrent);
      await until(other, isCurrent);
      for (let i = 0; i < 30; i++) {
        const writer = i % 2 === 0 ? one : other;
        const [shop, id] = [i % 3 === 0 ? 'north' : 'south', `i${i}`];
        await fill(writer, 'Invoice', [invoice(id, shop)]);
        for (const reader of [one, other]) {
          assert.ok((await idsOf(reader, shop)).includes(id), `${id} is missing`);
          assert.ok(!(await idsOf(reader, shop === 'north' ? 'south' : 'north')).includes(id));
          assert.equal(await countOf(reader, 'north'), 1 + Math.floor(i / 3));
        }
      }
      for (const store of [one, other]) {
        const { reads, fallbacks, lag } = store.replica!.status();
        // On a machine that stops for seconds, the replica can be unreachable for a moment.
        assert.deepEqual([fallbacks.lagging, reads + fallbacks.unreachable + fallbacks.failed], [0, 90]);
        assert.ok(reads > 0);
        assert.equal(typeof lag, 'number');
      }
    });

  test('that applies nothing leaves the reads to the primary, and answers them when it has caught up', async (t) => {
    const store = await open(t, 20);
    await until(store, isCurrent);
    await fill(store, 'Invoice', [invoice('a', 'north'), invoice('b', 'south')]);
    await standby.replay(true);
    try {
      await fill(store, 'Invoice', [invoice('c', 'north')]);
      for (let i = 0; i < 5; i++) assert.deepEqual(await idsOf(store, 'north'), ['a', 'c']);
      assert.deepEqual(await idsOf(store, 'south'), ['b']);
      assert.equal(await countOf(store, 'north'), 2);
      const { lag, lagBytes, fallbacks } = await until(store, (status) => (status.lag ?? 0) > 0);
      assert.ok(lag! > 0 && lagBytes! > 0);
      assert.equal(fallbacks.lagging + fallbacks.unreachable, 7);
      assert.ok(logged.includes('the replica is lagging: the primary answers'), String(logged));
    } finally {
      await standby.replay(false);
    }
    assert.equal((await until(store, isCurrent)).lag, 0);
    assert.deepEqual(await idsOf(store, 'north'), ['a', 'c']);
    assert.ok(logged.includes('the replica answers reads again'), String(logged));
  });

  test('that applies nothing for a moment is waited for', async (t) => {
    const store = await open(t);
    await until(store, isCurrent);
    await standby.replay(true);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    const reading = idsOf(store, 'north');
    await standby.replay(false);
    assert.deepEqual(await reading, ['a']);
    const { reads, fallbacks } = store.replica!.status();
    assert.deepEqual([reads + fallbacks.unreachable, fallbacks.lagging], [1, 0]);
  });

  test('that is killed leaves the reads to the primary, also those in flight', async (t) => {
    const store = await open(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await until(store, isCurrent);
    const reading = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? idsOf(store, 'north') : countOf(store, 'north'),
    );
    await standby.kill();
    try {
      for (const [i, found] of (await Promise.all(reading)).entries()) assert.deepEqual(found, i % 2 === 0 ? ['a'] : 1);
      await until(store, ({ state }) => state === 'unreachable');
      await fill(store, 'Invoice', [invoice('b', 'north')]);
      assert.deepEqual(await idsOf(store, 'north'), ['a', 'b']);
      assert.ok(store.replica!.status().fallbacks.unreachable > 0);
      assert.equal(store.replica!.status().lag, undefined);
      await until(store, () => logged.includes('the replica is unreachable: the primary answers'));
    } finally {
      await standby.start();
    }
    await until(store, isCurrent);
    assert.deepEqual(await idsOf(store, 'north'), ['a', 'b']);
  });

  test('that answers nothing holds no read for long', async (t) => {
    const store = await open(t, 500);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await until(store, isCurrent);
    standby.signal('SIGSTOP');
    try {
      assert.deepEqual(await Promise.all([idsOf(store, 'north'), countOf(store, 'north')]), [['a'], 1]);
      assert.equal(store.replica!.status().state, 'unreachable');
    } finally {
      standby.signal('SIGCONT');
    }
    await until(store, isCurrent);
  });

  test('that is not reachable at the start is used when it is', async (t) => {
    await standby.kill();
    const store = await open(t).finally(() => standby.start());
    assert.deepEqual(logged, ['the replica is unreachable: the primary answers']);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await until(store, isCurrent);
    assert.deepEqual(await idsOf(store, 'north'), ['a']);
    assert.equal(store.replica!.status().reads, 1);
  });

  test('must be a standby, of the same database', async (t) => {
    await assert.rejects(
      open(t, 20, address),
      (error) =>
        error instanceof StoreError &&
        /The server at postgres:\S+ is not a standby of PostgreSQL\. Let `--read-from` name a standby that replicates the server of `--store` by streaming, or leave it out\./.test(
          error.message,
        ),
    );
    const other = await newDatabase(primary.address, `replica_${++made}`);
    const store = await open(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await until(store, isCurrent);
    await assert.rejects(
      open(t, 20, standby.of(other)),
      (error) =>
        error instanceof StoreError &&
        /The database postgres:\S+ is not a copy of the one in `--store`\. Let `--read-from` name the same database and schema on a standby of its server\./.test(
          error.message,
        ),
    );
    await assert.rejects(
      open(t, 20, 'sqlite:copy.db'),
      /The replica needs a `postgres:` address, such as `postgres:\/\/user@replica\/database`\./,
    );
  });

  test('that was promoted answers nothing any more', async (t) => {
    const store = await open(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await until(store, isCurrent);
    await standby.promote();
    for (const id of ['b', 'c', 'd']) {
      await fill(store, 'Invoice', [invoice(id, 'north')]);
      assert.ok((await idsOf(store, 'north')).includes(id));
    }
    await until(store, ({ state }) => state === 'unreachable');
  });
});

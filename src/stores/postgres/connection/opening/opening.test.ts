import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { shops } from '../../../../../tests/support/plans.ts';
import { freshDatabase } from '../../../../../tests/support/postgres.ts';
import type { Store } from '../../../../contracts/store.ts';
import { openStore } from '../../../index.ts';
import { StoreError, TransientStoreError } from '../../../store-error.ts';
import { eventOfCustomer } from '../../../suites/events.suite.ts';
import { fill, invoice, keep, testHost } from '../../../suites/surroundings.suite.ts';
import { type Connection, createConnector } from '../connect.ts';
import { readConnectionSettings } from './address.ts';
import { openPrepared } from './opening.ts';

const options = { platform: { ...testHost, now: Date.now }, durability: 'process' } as const;
const settings = (address: string) => readConnectionSettings(address.slice(address.indexOf(':') + 1));

/** A store, and a connection of somebody who has written an event and not yet committed. */
async function openBeside(t: TestContext, first = 'SELECT 1') {
  const address = await freshDatabase();
  const store = await openStore(address, shops, options);
  const other = await createConnector(settings(address), [])();
  t.after(async () => {
    await other.end();
    await store.close();
  });
  await other.execute({ text: first });
  await other.execute({
    text: `BEGIN; INSERT INTO nonet_event (id, kind, record_version, at, trace_id) VALUES ('evt_0', 'told', 0, 0, 't')`,
  });
  return { address, store, other };
}

const writeEvent = (store: Store, id: string) => keep(store, (part) => part.events.record([eventOfCustomer(id, 'c')]));

test('a start waits for no transaction that writes, and stops no write', { timeout: 60_000 }, async (t) => {
  const { address, store, other } = await openBeside(t);
  await other.execute({
    text: `LOCK TABLE invoice, customer, nonet_delivery, nonet_idempotency IN ROW EXCLUSIVE MODE`,
  });
  const started = await openStore(address, shops, options);
  await started.close();
  await writeEvent(store, 'evt_1');
  await other.execute({ text: 'ROLLBACK' });
});

test('a start that must create an index lets writes through while it waits for the table', {
  timeout: 60_000,
}, async (t) => {
  const { address, store, other } = await openBeside(t, 'DROP INDEX nonet_event_open');
  const logged: string[] = [];
  const log = { ...testHost.log, warn: (_: object, line: string) => void logged.push(line) };
  const starting = openStore(address, shops, { ...options, platform: { ...options.platform, log } });
  const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = 'nonet_event'::regclass`;
  while ((await other.execute({ text: waiting })).rows[0]![0] === 0) await sleep(10);
  await writeEvent(store, 'evt_1');
  await other.execute({ text: 'ROLLBACK' });
  await (await starting).close();
  assert.match(logged[0]!, /failed to open the store: trying again/);
  const { rows } = await other.execute({ text: `SELECT to_regclass('nonet_event_open') IS NOT NULL` });
  assert.deepEqual(rows, [[true]]);
});

test('instances that start at once beside load all start', { timeout: 300_000 }, async (t) => {
  const { address, store, other } = await openBeside(t);
  await other.execute({ text: 'ROLLBACK' });
  let isLoaded = true;
  let written = 0;
  const load = async (nth: number): Promise<void> => {
    for (let count = 0; isLoaded; count++, written++) {
      await fill(store, 'Invoice', [invoice(`i ${nth} ${count}`, 'north')]);
      await writeEvent(store, `evt_${nth}_${count}`);
    }
  };
  const loads = [0, 1, 2, 3].map(load);
  for (let round = 0; round < 3; round++) {
    const started = await Promise.all(Array.from({ length: 6 }, () => openStore(address, shops, options)));
    await Promise.all(started.map((each) => each.close()));
  }
  isLoaded = false;
  await Promise.all(loads);
  assert.ok(written > 0);
});

const failure = (code: string): Error => Object.assign(new Error('deadlock detected'), { code });

/** Connects to nothing; counts the connections that were opened and ended. */
function createStage() {
  const counts = { opened: 0, ended: 0 };
  const connect = async () => {
    counts.opened++;
    const end = async () => void counts.ended++;
    return { end } as unknown as Connection;
  };
  return { counts, connect };
}

test('a start that loses against other transactions is repeated on a new connection', async () => {
  const { counts, connect } = createStage();
  const codes = ['40P01', '55P03', '25P03'];
  const [, done] = await openPrepared(connect, settings('postgres://h/d'), options, async () => {
    const code = codes.shift();
    if (code !== undefined) throw failure(code);
    return 'done';
  });
  assert.deepEqual([done, counts], ['done', { opened: 4, ended: 3 }]);
});

test('a cause that passes and one that does not are told apart', async () => {
  const { counts, connect } = createStage();
  const open = (code: string) =>
    openPrepared(connect, settings('postgres://h/d'), options, () => Promise.reject(failure(code)), 0);
  await assert.rejects(open('40P01'), (error: Error) => {
    assert.ok(error instanceof TransientStoreError);
    assert.equal(error.message, 'The database postgres://h/d cannot be opened now: deadlock detected.');
    return true;
  });
  await assert.rejects(open('42501'), { message: 'deadlock detected' });
  assert.equal(counts.ended, 2);
  const refused = (code: string) =>
    openPrepared(
      () => Promise.reject(failure(code)),
      settings('postgres://h/d'),
      options,
      async () => 'done',
    );
  const said = /^Error: The database postgres:\/\/h\/d cannot be opened: deadlock detected\.$/;
  await assert.rejects(
    refused('ECONNREFUSED'),
    (error) => error instanceof TransientStoreError && said.test(`${error}`),
  );
  const wrong = (error: unknown) => error instanceof StoreError && !(error instanceof TransientStoreError);
  await assert.rejects(refused('28P01'), wrong);
});

import assert from 'node:assert/strict';
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { shops } from '../../../../tests/support/plans.ts';
import { type Store, StoreUnavailableError } from '../../../contracts/store.ts';
import { eventOfCustomer } from '../../suites/events.suite.ts';
import { asking, fill, get, invoice, keep, testHost, value } from '../../suites/surroundings.suite.ts';
import type { Syncing } from '../file/sync.ts';
import { openSqlite } from '../open.ts';

async function openFile(t: TestContext, syncing: Partial<Syncing>, prepare = ''): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const path = join(folder, 'test.db');
  if (prepare !== '') {
    await (await openSqlite(path, shops, { platform: testHost, durability: 'process' })).close();
    const database = new DatabaseSync(path);
    database.exec(prepare);
    database.close();
  }
  const store = await openSqlite(path, shops, { platform: testHost, durability: 'full' }, syncing);
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

const insert = (store: Store, id: string, shop = 'north') =>
  keep(store, (part) => part.insert('Invoice', invoice(id, shop)));

/** Runs a trigger when an invoice with the memo `planted` is written. */
const whenPlanted = (body: string): string =>
  `CREATE TRIGGER planted AFTER INSERT ON invoice WHEN NEW.memo = 'planted' BEGIN ${body}; END`;
const planted = (store: Store) =>
  keep(store, (part) => part.insert('Invoice', invoice('p', 'north', { memo: 'planted' })));

/** What became of promises, in the order in which it did. */
function watch(): { readonly seen: string[]; add(name: string, promise: Promise<unknown>): Promise<unknown> } {
  const seen: string[] = [];
  const add = (name: string, promise: Promise<unknown>) =>
    promise.then(
      () => seen.push(name),
      (error: unknown) => seen.push(`${name}: ${error instanceof StoreUnavailableError ? 'unavailable' : error}`),
    );
  return { seen, add };
}

/** A sync that ends when it is told to, and at the end of the test. */
function heldSync(t: TestContext) {
  const held: { done(): void; fail(error: Error): void }[] = [];
  let over = false;
  const sync = () => new Promise<void>((done, fail) => (over ? done() : held.push({ done, fail })));
  t.after(() => {
    over = true;
    for (const { done } of held) done();
  });
  return { held, sync };
}

/** The queue has run what it was given. */
async function turns(): Promise<void> {
  for (let i = 0; i < 8; i++) await turn();
}

describe('the writer queue', () => {
  // Time stands still: no group ends early because the machine is busy.
  beforeEach((context) => (context as TestContext).mock.method(performance, 'now', () => 0));

  test('where a job that has written is undone, the others of its group stand once, and the next groups run once', async (t) => {
    const store = await openFile(t, {});
    const runs: string[] = [];
    const job = (id: string, undo = false) =>
      store.write(async (part) => {
        runs.push(id);
        const number = await part.next('Invoice', 'number', []);
        await part.insert('Invoice', invoice(id, 'north', { number }));
        return { result: number, undo };
      });
    const count = () =>
      store.write(async (part) => {
        runs.push('count');
        const found = await part.bind(store.prepare({ resource: 'Invoice', conditions: [] })).count(asking());
        return { result: found, undo: false };
      });
    assert.deepEqual(await Promise.all([job('a'), count(), job('b', true), job('c'), count()]), [1, 1, 2, 2, 2]);
    assert.equal(runs.splice(0).join(' '), 'a count b a c count');
    assert.deepEqual(await Promise.all([job('d'), job('e', true), job('f')]), [3, 4, 4]);
    assert.deepEqual(runs, ['d', 'e', 'f']);
    assert.equal(value(await get(store, 'Invoice', 'f'), 'number'), 4);
    assert.equal(await get(store, 'Invoice', 'b'), undefined);
  });

  test('watchers are notified of an event by the sync of its own group, and of none that is undone', async (t) => {
    const { held, sync } = heldSync(t);
    const store = await openFile(t, { sync });
    const heard: number[] = [];
    store.events.watch({ sequenced: (newest) => heard.push(newest) });
    const record = (id: string, undo = false) =>
      store.write(async ({ events }) => {
        await events.record([eventOfCustomer(id, 'c1')]);
        return { result: undefined, undo };
      });
    await record('evt_1', true);
    const pending = [record('evt_1'), record('evt_2')];
    await turns();
    assert.deepEqual([held.length, heard.filter((newest) => newest > 0)], [1, []]);
    held.shift()!.done();
    await Promise.all(pending);
    await turns();
    assert.deepEqual([held.length, heard.filter((newest) => newest > 0)], [0, [2]]);
  });

  test('events of a group that is not durable are not read, while those before them are', async (t) => {
    const { held, sync } = heldSync(t);
    const store = await openFile(t, { sync });
    const heard: number[] = [];
    store.events.watch({ sequenced: (newest) => heard.push(newest) });
    const record = (id: string) => keep(store, ({ events }) => events.record([eventOfCustomer(id, 'c1')]));
    const shown = async (): Promise<readonly unknown[]> => [
      (await store.events.after(0, 10)).map(({ id }) => id).join(),
      (await store.events.after(1, 1)).length,
      await store.events.newest(),
      (await store.events.one('evt_2'))?.id,
    ];
    const first = record('evt_1');
    await turns();
    const second = record('evt_2');
    await turns();
    assert.deepEqual([held.length, heard, await shown()], [1, [], ['', 0, 0, undefined]]);
    held.shift()!.done();
    await first;
    await turns();
    assert.deepEqual([held.length, heard, await shown()], [1, [1], ['evt_1', 0, 1, undefined]]);
    held.shift()!.done();
    await second;
    assert.deepEqual([held.length, heard, await shown()], [0, [1, 2], ['evt_1,evt_2', 1, 2, 'evt_2']]);
  });

  test('events of another process are read when this one has synced them, and are told then', async (t) => {
    const { held, sync } = heldSync(t);
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const path = join(folder, 'test.db');
    const store = await openSqlite(path, shops, { platform: testHost, durability: 'full' }, { sync });
    const other = await openSqlite(path, shops, { platform: testHost, durability: 'process' });
    t.after(async () => {
      await Promise.all([store.close(), other.close()]);
      rmSync(folder, { recursive: true });
    });
    const heard: number[] = [];
    store.events.watch({ sequenced: (newest) => heard.push(newest) });
    await keep(other, ({ events }) => events.record([eventOfCustomer('evt_1', 'c1')]));
    assert.deepEqual([await store.events.newest(), await store.events.after(0, 10), held.length], [0, [], 1]);
    held.shift()!.done();
    await turns();
    assert.deepEqual([heard, await store.events.newest(), (await store.events.after(0, 10)).length], [[1], 1, 1]);
    assert.equal(held.length, 0);
  });

  test('what a killed process has committed is synced when the store is opened', async (t) => {
    const synced = t.mock.method(fs, 'fdatasyncSync', () => undefined);
    syncBuiltinESMExports();
    t.after(() => {
      synced.mock.restore();
      syncBuiltinESMExports();
    });
    await openFile(t, {});
    assert.equal(synced.mock.callCount(), 1);
  });

  test('a row that the store refuses undoes nothing of its group and runs nothing again', async (t) => {
    const store = await openFile(t, {});
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    let runs = 0;
    const add = (id: string) =>
      store.write(async (part) => {
        runs++;
        const conflict = await part.insert('Invoice', invoice(id, 'north'));
        return { result: conflict?.kind, undo: conflict !== undefined };
      });
    assert.deepEqual(await Promise.all([add('b'), add('a'), add('c')]), [undefined, 'not unique', undefined]);
    assert.equal(runs, 3);
    assert.equal(await store.prepare({ resource: 'Invoice', conditions: [] }).count(asking()), 3);
  });

  test('a write is answered when its log has been synced, and not before; reads see it as soon as it is committed', async (t) => {
    const { held, sync } = heldSync(t);
    const store = await openFile(t, { sync });
    const { seen, add } = watch();
    const answers = [add('a', insert(store, 'a')), add('b', insert(store, 'b', 'south'))];
    await turns();
    assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
    answers.push(
      add('c', insert(store, 'c')),
      add(
        'read',
        keep(store, () => 'nothing written'),
      ),
    );
    await turns();
    assert.deepEqual([seen, held.length], [[], 1]);
    held[0]!.done();
    await turns();
    assert.deepEqual([seen, held.length], [['a', 'b'], 2]);
    held[1]!.done();
    await Promise.all(answers);
    assert.deepEqual(seen, ['a', 'b', 'c', 'read']);
  });

  test('what wrote nothing, or was undone, waits for no sync when nothing is on its way', async (t) => {
    const { held, sync } = heldSync(t);
    const store = await openFile(t, { sync });
    await keep(store, () => 'nothing written');
    await store.write((part) => {
      part.insert('Invoice', invoice('a', 'north'));
      return { result: 'turned down', undo: true };
    });
    assert.equal(held.length, 0);
  });

  test('a sync that fails ends the process before anybody is answered, and nothing is promised after it', async (t) => {
    const { held, sync } = heldSync(t);
    const { seen, add } = watch();
    const store = await openFile(t, { sync, failed: (error) => seen.push(`ends: ${(error as Error).message}`) });
    const answers = [add('a', insert(store, 'a')), add('b', insert(store, 'b', 'south'))];
    await turns();
    answers.push(add('c', insert(store, 'c')));
    await turns();
    held[0]!.fail(new Error('the disk is gone'));
    await Promise.all(answers);
    await add('d', insert(store, 'd'));
    await assert.rejects(insert(store, 'e'), new StoreUnavailableError('failed to sync the store'));
    const refused = ['a', 'b', 'c', 'd'].map((name) => `${name}: unavailable`);
    assert.deepEqual(seen, ['ends: the disk is gone', ...refused]);
    assert.equal(held.length, 1);
    assert.equal(await store.alive(), false);
  });

  test('when the transaction is gone no job of the group counts, and the next group runs', async (t) => {
    const store = await openFile(t, {}, whenPlanted(`SELECT RAISE(ROLLBACK, 'gone')`));
    const { seen, add } = watch();
    const first = add('a', insert(store, 'a'));
    const swallowing = keep(store, (part) => {
      try {
        part.insert('Invoice', invoice('p', 'north', { memo: 'planted' }));
      } catch {
        part.insert('Invoice', invoice('x', 'south'));
      }
    });
    await Promise.all([first, add('p', swallowing)]);
    await assert.rejects(swallowing, new StoreUnavailableError('the database rolled back the transaction'));
    assert.deepEqual(seen, ['a: unavailable', 'p: unavailable']);
    const all = store.prepare({ resource: 'Invoice', conditions: [] });
    assert.equal(await all.count(asking()), 0);
    await Promise.all([add('p', planted(store)), add('b', insert(store, 'b', 'south'))]);
    assert.deepEqual(seen.slice(2), ['p: unavailable', 'b']);
    assert.equal(await all.count(asking()), 1);
  });

  test('when the commit fails every job of the group is told so, and none counts', async (t) => {
    const checks = 'CREATE TABLE checked (id TEXT REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED);';
    const store = await openFile(t, {}, checks + whenPlanted(`INSERT INTO checked VALUES ('nobody')`));
    const { seen, add } = watch();
    const answers = [add('a', insert(store, 'a')), add('p', planted(store))];
    const refused = keep(store, () => {
      throw new Error('of its own');
    });
    await Promise.all([...answers, add('r', refused)]);
    assert.deepEqual(seen, ['a: unavailable', 'p: unavailable', 'r: unavailable']);
    assert.equal(await store.prepare({ resource: 'Invoice', conditions: [] }).count(asking()), 0);
    await insert(store, 'b', 'south');
    assert.notEqual(await get(store, 'Invoice', 'b'), undefined);
  });

  test('while another process holds the lock writes are unavailable, and later they are not', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const store = await openSqlite(join(folder, 'test.db'), shops, { platform: testHost, durability: 'process' });
    const other = new DatabaseSync(join(folder, 'test.db'));
    t.after(async () => {
      await store.close();
      other.close();
      rmSync(folder, { recursive: true });
    });
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(insert(store, 'a'), StoreUnavailableError);
    other.exec('ROLLBACK');
    await insert(store, 'a', 'south');
    assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
  });

  test('other events never come between the jobs of a group, so that no read sees what is undone', async (t) => {
    const store = await openFile(t, {});
    const counts = new Set<unknown>();
    const all = store.prepare({ resource: 'Invoice', conditions: [] });
    let looking = true;
    const look = (): void => {
      counts.add(all.count(asking()));
      if (looking) setImmediate(look);
    };
    look();
    for (let round = 0; round < 20; round++) {
      const undone = store.write(async (part) => {
        await part.insert('Invoice', invoice('a', 'north'));
        await Promise.resolve();
        await part.insert('Invoice', invoice('b', 'south'));
        return { result: undefined, undo: true };
      });
      await Promise.all([undone, keep(store, () => undefined)]);
    }
    looking = false;
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    assert.deepEqual([...counts], [0]);
  });

  test('a question asked while its group is under way sees what its own job wrote', async (t) => {
    const store = await openFile(t, {});
    const query = store.prepare({ resource: 'Invoice', conditions: [{ kind: 'equal', field: 'shop' }] });
    const counted = await keep(store, async (part) => {
      await part.insert('Invoice', invoice('a', 'north'));
      await part.insert('Invoice', invoice('b', 'south'));
      return part.bind(query).count(asking('north'));
    });
    assert.equal(counted, 1);
  });
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { shops } from '../../../../tests/support/plans.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Store, StoreUnavailableError } from '../../../contracts/store.ts';
import { openStore } from '../../index.ts';
import { asking, customer, fill, get, invoice, keep, testHost, value } from '../../suites/surroundings.suite.ts';
import { type Connection, createConnector } from './connect.ts';
import { readConnectionSettings } from './opening/address.ts';

/** A store and a connection beside it, of somebody else. */
async function opened(t: TestContext): Promise<{ readonly store: Store; readonly other: Connection }> {
  const address = await freshDatabase();
  const store = await openStore(address, shops, { platform: testHost, durability: 'process' });
  const other = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
  t.after(async () => {
    await other.end();
    await store.close();
  });
  return { store, other };
}

const byId = (store: Store, resource = 'Invoice') =>
  store.prepare({ resource, conditions: [{ kind: 'equal', field: 'id' }] });

/** Adds one to the total of each of these invoices, in this order. */
function addTo(store: Store, ids: readonly string[]): Promise<void> {
  return keep(store, async (part) => {
    for (const id of ids) {
      const row = await part.bind(byId(store)).one(asking(id));
      const total = (value(row, 'total') as number) + 1;
      await part.update('Invoice', id, invoice(id, 'north', { total }, (row![0] as number) + 1));
    }
  });
}

describe('transactions of PostgreSQL', () => {
  test('of fifty that want one record, each sees what the one before it wrote', async (t) => {
    const { store } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north', { total: 0 })]);
    await Promise.all(Array.from({ length: 50 }, () => addTo(store, ['a'])));
    assert.equal(value(await get(store, 'Invoice', 'a'), 'total'), 50);
    const pay = () =>
      store.write(async (part) => {
        const row = await part.bind(byId(store)).one(asking('a'));
        if (value(row, 'status') !== 'draft') return { result: 'too late', undo: true };
        await part.update('Invoice', 'a', invoice('a', 'north', { status: 'paid' }, (row![0] as number) + 1));
        return { result: 'paid', undo: false };
      });
    const ends = await Promise.all(Array.from({ length: 50 }, pay));
    assert.equal(ends.filter((end) => end === 'paid').length, 1);
  });

  test('work that stands in a circle with other work is run again, and both are done', async (t) => {
    const { store } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north'), invoice('b', 'north')]);
    const held: Record<string, PromiseWithResolvers<void>> = {
      a: Promise.withResolvers(),
      b: Promise.withResolvers(),
    };
    let runs = 0;
    const lock = (first: string, second: string) =>
      keep(store, async (part) => {
        runs++;
        await part.bind(byId(store)).one(asking(first));
        held[first]!.resolve();
        await held[second]!.promise;
        return value(await part.bind(byId(store)).one(asking(second)), 'id');
      });
    assert.deepEqual(await Promise.all([lock('a', 'b'), lock('b', 'a')]), ['b', 'a']);
    assert.ok(runs > 2, String(runs));
  });

  test('a conflict that ends the work costs nothing more; one that the work goes on from is run again', async (t) => {
    const { store } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    for (const [undo, expected] of [
      [true, 1],
      [false, 2],
    ] as const) {
      let runs = 0;
      const conflict = await store.write(async (part) => {
        runs++;
        await part.insert('Customer', customer(`c${undo}`, 'north'));
        return { result: await part.insert('Invoice', invoice('a', 'north')), undo };
      });
      assert.deepEqual([conflict, runs], [{ kind: 'not unique', unique: -1 }, expected]);
      assert.equal((await get(store, 'Customer', `c${undo}`)) !== undefined, !undo);
    }
  });

  test('what fails while nobody waits for it keeps nothing', async (t) => {
    const { store } = await opened(t);
    const dangling = keep(store, (part) => {
      part.insert('Customer', customer('c', 'north'));
      part.insert('Invoice', invoice('a', 'north', { customer: 'nobody' }));
    });
    await assert.rejects(dangling, /foreign key/);
    const stale = keep(store, (part) => {
      part.insert('Customer', customer('c', 'north'));
      part.update('Customer', 'nobody', [2, 'nobody', 'north', null, null]);
    });
    await assert.rejects(stale, /no Customer `nobody` has the version 1/);
    assert.equal(await store.prepare({ resource: 'Customer', conditions: [] }).count(asking()), 0);
  });

  test('a record that is looked at is held against writers, not against others who look', async (t) => {
    const { store, other } = await opened(t);
    await fill(store, 'Customer', [customer('c', 'north')]);
    await keep(store, async (part) => {
      await part.bind(byId(store, 'Customer'), 'share').one(asking('c'));
      const looked = keep(store, (second) => second.bind(byId(store, 'Customer'), 'share').one(asking('c')));
      assert.notEqual(await looked, undefined);
      const taken = await other.execute({
        text: `SELECT id FROM customer WHERE id = 'c' FOR NO KEY UPDATE SKIP LOCKED`,
      });
      assert.equal(taken.count, 0);
    });
    const taken = await other.execute({ text: `SELECT id FROM customer WHERE id = 'c' FOR NO KEY UPDATE SKIP LOCKED` });
    assert.equal(taken.count, 1);
  });

  test('an invoice is added while its customer is being written', async (t) => {
    const { store } = await opened(t);
    await fill(store, 'Customer', [customer('c', 'north')]);
    await keep(store, async (part) => {
      await part.bind(byId(store, 'Customer')).one(asking('c'));
      await fill(store, 'Invoice', [invoice('a', 'north', { customer: 'c' })]);
    });
    assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
  });

  test('a read that waits holds no other read up', async (t) => {
    const { store, other } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    await other.execute({ text: 'BEGIN; LOCK TABLE customer' });
    const waiting = store.prepare({ resource: 'Customer', conditions: [] }).count(asking());
    assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
    await other.execute({ text: 'COMMIT' });
    assert.equal(await waiting, 0);
  });

  test('a process that stood still inside a transaction finds the store unavailable, and no handler is blamed', async (t) => {
    const { store } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    const work = keep(store, async (part) => {
      const row = part.bind(byId(store)).one(asking('a'));
      await new Promise(setImmediate);
      // As long as this lasts nothing is read, as in a process that is stopped (SIGSTOP).
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
      await row;
      await part.insert('Invoice', invoice('b', 'south'));
    });
    await assert.rejects(work, (error: Error) => {
      assert.ok(error instanceof StoreUnavailableError, String(error));
      assert.match(
        error.message,
        /this process was blocked for more than a second inside a transaction, which was rolled back/,
      );
      return true;
    });
    assert.equal(await get(store, 'Invoice', 'b'), undefined);
  });

  test('connections that are lost make the store unavailable for a moment, and nothing half done', async (t) => {
    const { store, other } = await opened(t);
    await fill(store, 'Invoice', [invoice('a', 'north')]);
    assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
    const end = () =>
      other.execute({
        text: `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      });
    const cut = keep(store, async (part) => {
      await part.insert('Invoice', invoice('b', 'north'));
      await end();
      await part.insert('Invoice', invoice('c', 'north'));
    });
    await assert.rejects(cut, StoreUnavailableError);
    assert.equal(value(await get(store, 'Invoice', 'a'), 'id'), 'a');
    assert.equal(await get(store, 'Invoice', 'b'), undefined);
    await fill(store, 'Invoice', [invoice('b', 'north')]);
    assert.equal(await store.prepare({ resource: 'Invoice', conditions: [] }).count(asking()), 2);
    assert.equal(await store.alive(), true);
  });
});

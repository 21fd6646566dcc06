import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { NewEvent, StoredEvent } from '../../contracts/events.ts';
import type { Store } from '../../contracts/store.ts';
import { customer, get, keep, type OpenForTest, openShops } from './surroundings.suite.ts';

/** An event of a customer of a shop. */
export function eventOfCustomer(id: string, recordId: string, version = 1, more: Partial<NewEvent> = {}): NewEvent {
  const record = JSON.stringify({ id: recordId, shop: 'north', note: 'ä"\n' });
  const facts = { kind: 'customer.changed', resource: 'Customer', recordId, recordVersion: version, record };
  return { id, ...facts, at: 1_000, traceId: 't', ...more };
}

/** Has every event numbered that is committed. */
export async function allNumbered(store: Store): Promise<void> {
  while (await store.events.assignSequences(1_000)) await new Promise((done) => setTimeout(done, 5));
}

/** Those behind a number when all are numbered, as `sequence id`. */
async function read(store: Store, after = 0, most = 1_000): Promise<readonly string[]> {
  await allNumbered(store);
  return (await store.events.after(after, most)).map(({ sequence, id }) => `${sequence} ${id}`);
}

/** The tests of events that every store passes. */
export function eventsSuite(open: OpenForTest): void {
  describe('events', () => {
    test('an event is read as it was recorded, with the next number', async (t) => {
      const store = await openShops(t, open);
      const trace = { traceId: 'a'.repeat(32), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
      const more = { before: '{"id":"c1"}', refs: '[]', recordVersion: 3, ...trace };
      const whole = eventOfCustomer('evt_1', 'c1', 3, more);
      const bare: NewEvent = { id: 'evt_2', kind: 'told', recordVersion: 0, at: 2_000, traceId: 'u' };
      assert.equal(await store.events.newest(), 0);
      assert.equal(await store.events.oldest(), 1);
      await keep(store, ({ events }) => events.record([whole, bare]));
      await allNumbered(store);
      assert.deepEqual(await store.events.after(0, 10), [
        { ...whole, sequence: 1 },
        { ...bare, sequence: 2 },
      ] satisfies StoredEvent[]);
      assert.deepEqual(await store.events.one('evt_2'), { ...bare, sequence: 2 });
      assert.equal(await store.events.one('evt_3'), undefined);
      assert.equal(await store.events.newest(), 2);
      assert.equal(await store.events.oldest(), 1);
    });

    test('an event stands with its change: undone with it, and its number is given to the next one', async (t) => {
      const store = await openShops(t, open);
      await keep(store, async (transaction) => {
        await transaction.insert('Customer', customer('c1', 'north'));
        await transaction.events.record([eventOfCustomer('evt_1', 'c1')]);
      });
      await store.write(async (transaction) => {
        await transaction.insert('Customer', customer('c2', 'north'));
        await transaction.events.record([eventOfCustomer('evt_2', 'c2'), eventOfCustomer('evt_3', 'c2')]);
        return { result: undefined, undo: true };
      });
      await assert.rejects(
        store.write(async (transaction) => {
          await transaction.events.record([eventOfCustomer('evt_4', 'c2')]);
          throw new Error('the work fails');
        }),
        /the work fails/,
      );
      await keep(store, async (transaction) => {
        await transaction.attempt(async () => {
          await transaction.events.record([eventOfCustomer('evt_5', 'c3')]);
          return { result: undefined, undo: true };
        });
        await transaction.events.record([eventOfCustomer('evt_6', 'c1', 2)]);
      });
      assert.deepEqual(await read(store), ['1 evt_1', '2 evt_6']);
      assert.equal(await get(store, 'Customer', 'c2'), undefined);
    });

    test('an event that cannot be written undoes its change', async (t) => {
      const store = await openShops(t, open);
      await keep(store, ({ events }) => events.record([eventOfCustomer('evt_1', 'c1')]));
      await assert.rejects(
        keep(store, async (transaction) => {
          await transaction.insert('Customer', customer('c2', 'north'));
          transaction.events.record([eventOfCustomer('evt_1', 'c2')]);
        }),
      );
      assert.equal(await get(store, 'Customer', 'c2'), undefined);
      assert.deepEqual(await read(store), ['1 evt_1']);
    });

    test('events are read on from a number, in pieces, and by kind, record and moment', async (t) => {
      const store = await openShops(t, open);
      await keep(store, ({ events }) =>
        events.record([
          eventOfCustomer('evt_1', 'c1'),
          eventOfCustomer('evt_2', 'c2', 1, { kind: 'customer.left' }),
          eventOfCustomer('evt_3', 'c1', 2, { at: 3_000 }),
          eventOfCustomer('evt_4', 'c1', 1, { resource: 'Invoice' }),
        ]),
      );
      assert.deepEqual(await read(store, 1, 2), ['2 evt_2', '3 evt_3']);
      assert.deepEqual(await read(store, 4), []);
      const found = async (filter: Parameters<Store['events']['after']>[2]): Promise<string> =>
        (await store.events.after(0, 10, filter)).map(({ sequence }) => sequence).join();
      assert.equal(await found({ types: ['customer.left', 'other'] }), '2');
      assert.equal(await found({ resource: 'Customer', recordId: 'c1' }), '1,3');
      assert.equal(await found({ since: 3_000 }), '3');
      assert.equal(await found({ types: ['customer.changed'], since: 1_001 }), '3');
    });

    test('events expire oldest first, in batches, and numbers go on where they were', async (t) => {
      const opened = await open(t, shops);
      const store = await opened();
      const moments = [1_000, 1_001, 5_000, 1_002];
      for (const [i, at] of moments.entries()) {
        await keep(store, ({ events }) => events.record([eventOfCustomer(`evt_${i}`, `c${i}`, 1, { at })]));
        await allNumbered(store);
      }
      assert.equal(await store.events.expire(2_000, 1), 1);
      assert.deepEqual(await read(store), ['2 evt_1', '3 evt_2', '4 evt_3']);
      // What is kept is all from some number on: one that is older and stands behind a younger one stays.
      assert.equal(await store.events.expire(2_000, 10), 1);
      assert.equal(await store.events.expire(2_000, 10), 0);
      assert.equal(await store.events.oldest(), 3);
      assert.equal(await store.events.expire(6_000, 10), 2);
      assert.equal(await store.events.oldest(), 5);
      assert.equal(await store.events.newest(), 4);
      assert.deepEqual([await store.events.idAt(3), await store.events.idAt(4)], [undefined, 'evt_3']);
      await store.close();
      const again = await opened();
      assert.equal(await again.events.newest(), 4);
      await keep(again, ({ events }) => events.record([eventOfCustomer('evt_9', 'c9')]));
      assert.deepEqual(await read(again), ['5 evt_9']);
      assert.deepEqual(
        [await again.events.idAt(4), await again.events.idAt(5), await again.events.idAt(6)],
        ['evt_3', 'evt_9', undefined],
      );
    });

    test('many writers at once get numbers without a hole, and versions of a record ascend', async (t) => {
      const store = await openShops(t, open);
      await keep(store, (transaction) => transaction.insert('Customer', customer('c1', 'north')));
      const query = store.prepare({ resource: 'Customer', conditions: [{ kind: 'equal', field: 'id' }] });
      const change = (nth: number): Promise<void> =>
        keep(store, async (transaction) => {
          const row = (await transaction.bind(query).one({ conditions: ['c1'], now: 0 }))!;
          const version = Number(row[0]) + 1;
          await transaction.update('Customer', 'c1', [version, ...row.slice(1)], row);
          transaction.events.record([eventOfCustomer(`evt_${nth}`, 'c1', version)]);
        });
      await Promise.all(Array.from({ length: 40 }, (_, nth) => change(nth)));
      await allNumbered(store);
      const events = await store.events.after(0, 100);
      const counted = Array.from({ length: 40 }, (_, at) => at + 1);
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        counted,
      );
      assert.deepEqual(
        events.map(({ recordVersion }) => recordVersion),
        counted.map((at) => at + 1),
      );
    });

    test('who watches is told of new events until it is ended', async (t) => {
      const store = await openShops(t, open);
      const told: number[] = [];
      const begun: Promise<unknown>[] = [];
      let wake = (): void => undefined;
      const end = store.events.watch({
        sequenced(newest) {
          told.push(newest);
          wake();
        },
        recorded: () => void begun.push(allNumbered(store)),
      });
      const heard = new Promise<void>((done) => {
        wake = done;
      });
      // On a server the listening begins a moment later.
      const tries = setInterval(
        () => begun.push(keep(store, ({ events }) => events.record([eventOfCustomer(`evt_${Math.random()}`, 'c1')]))),
        20,
      );
      await heard;
      clearInterval(tries);
      assert.ok(told[0]! >= 1 && told[0]! <= Number(await store.events.newest()));
      end();
      const before = told.length;
      await keep(store, ({ events }) => events.record([eventOfCustomer('evt_last', 'c1')]));
      await allNumbered(store);
      assert.equal(told.length, before);
      await Promise.all(begun);
    });
  });
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { Store } from '../../contracts/store.ts';
import type { IdempotencyScope, StoredResponse } from '../../contracts/stored-responses.ts';
import { customer, get, invoice, keep, type OpenForTest, openShops } from './surroundings.suite.ts';

const scope: IdempotencyScope = { caller: 'north', operation: 'create Customer', key: 'k' };
const response: StoredResponse = {
  request: 'what was asked',
  attributes: 'who asked',
  status: 201,
  headers: ['Location', '/customers/c1', 'X-More', 'ä"'],
  body: '{"id":"c1"}',
};

function kept(store: Store, of: Partial<IdempotencyScope> = {}, now = 5): Promise<StoredResponse | 'held' | undefined> {
  return keep(store, (transaction) => transaction.storedResponses.take({ ...scope, ...of }, now));
}

/** The tests of idempotency keys' outcomes, and of pieces of work that are undone alone, that every store passes. */
export function outcomesSuite(open: OpenForTest): void {
  describe('outcomes of idempotency keys', () => {
    test('an outcome is found again as it was kept, by its caller, operation and key alone', async (t) => {
      const opened = await open(t, shops);
      const store = await opened();
      assert.equal(await kept(store), undefined);
      await keep(store, async ({ storedResponses }) => {
        assert.equal(await storedResponses.take(scope, 5), undefined);
        await storedResponses.store(scope, response);
        await storedResponses.store(
          { ...scope, key: 'empty' },
          { ...response, status: 204, headers: [], body: undefined },
        );
      });
      assert.deepEqual(await kept(store), response);
      assert.equal(((await kept(store, { key: 'empty' })) as StoredResponse).body, undefined);
      for (const other of [{ caller: 'south' }, { operation: 'pay Invoice' }, { key: 'K' }]) {
        assert.equal(await kept(store, other), undefined, JSON.stringify(other));
      }
      await store.close();
      assert.deepEqual(await kept(await opened()), response);
    });

    test('an outcome is not found from the moment on at which it ends, and another takes its place', async (t) => {
      const store = await openShops(t, open);
      await keep(store, ({ storedResponses }) => storedResponses.store(scope, response, 100));
      assert.deepEqual(await kept(store, {}, 99), { ...response, until: 100 });
      assert.equal(await kept(store, {}, 100), undefined);
      await keep(store, ({ storedResponses }) => storedResponses.store(scope, { ...response, status: 409 }, 200));
      assert.equal(((await kept(store, {}, 100)) as StoredResponse).status, 409);
    });

    test('outcomes that have ended are removed in batches, the oldest first, and no others', async (t) => {
      const store = await openShops(t, open);
      await keep(store, async ({ storedResponses }) => {
        for (const [key, until] of [
          ['a', 10],
          ['b', 30],
          ['c', 20],
          ['d', 40],
        ] as const) {
          await storedResponses.store({ ...scope, key }, response, until);
        }
        await storedResponses.store({ ...scope, key: 'for good' }, response);
      });
      assert.equal(await store.expireStoredResponses(30, 2), 2);
      assert.equal(await kept(store, { key: 'a' }, 0), undefined);
      assert.equal(await kept(store, { key: 'c' }, 0), undefined);
      assert.deepEqual(await kept(store, { key: 'b' }, 0), { ...response, until: 30 });
      assert.equal(await store.expireStoredResponses(30, 2), 1);
      assert.equal(await store.expireStoredResponses(30, 2), 0);
      assert.deepEqual(await kept(store, { key: 'd' }, 0), { ...response, until: 40 });
      assert.deepEqual(await kept(store, { key: 'for good' }, 0), response);
    });

    test('of fifty transactions with one key one does the work; the others find its outcome, or that it is held', async (t) => {
      const store = await openShops(t, open);
      let done = 0;
      const found = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          store.write<unknown>(async (transaction) => {
            const known = await transaction.storedResponses.take(scope, 5);
            if (known !== undefined) return { result: known, undo: true };
            await transaction.insert('Customer', customer(`c${i}`, 'north'));
            await transaction.storedResponses.store(scope, response);
            return { result: `done ${++done}`, undo: false };
          }),
        ),
      );
      assert.equal(done, 1);
      for (const outcome of found) if (outcome !== 'done 1' && outcome !== 'held') assert.deepEqual(outcome, response);
      assert.deepEqual(await kept(store), response);
    });
  });

  describe('a piece of work that is undone alone', () => {
    test('what it wrote is undone, what stands beside it is kept', async (t) => {
      const store = await openShops(t, open);
      await keep(store, async (transaction) => {
        const result = await transaction.attempt(async () => {
          await transaction.insert('Customer', customer('c1', 'north'));
          return { result: 'refused', undo: true };
        });
        assert.equal(result, 'refused');
        await transaction.attempt(async () => {
          await transaction.insert('Customer', customer('c2', 'south'));
          return { result: undefined, undo: false };
        });
        await transaction.storedResponses.store(scope, response);
      });
      assert.equal(await get(store, 'Customer', 'c1'), undefined);
      assert.ok(await get(store, 'Customer', 'c2'));
      assert.deepEqual(await kept(store), response);
    });

    test('a conflict inside it leaves the transaction usable', async (t) => {
      const store = await openShops(t, open);
      await keep(store, (transaction) => transaction.insert('Customer', customer('c1', 'north', 'a@x')));
      await keep(store, async (transaction) => {
        const conflict = await transaction.attempt(async () => {
          await transaction.insert('Invoice', invoice('i1', 'north'));
          const found = await transaction.insert('Customer', customer('c1', 'south'));
          return { result: found, undo: true };
        });
        assert.deepEqual(conflict, { kind: 'not unique', unique: -1 });
        await transaction.storedResponses.store(scope, response);
      });
      assert.equal(await get(store, 'Invoice', 'i1'), undefined);
      assert.deepEqual(await kept(store), response);
    });

    test('what it throws undoes the whole transaction', async (t) => {
      const store = await openShops(t, open);
      const failing = keep(store, async (transaction) => {
        await transaction.insert('Customer', customer('c1', 'north'));
        await transaction.attempt(async () => {
          await transaction.insert('Customer', customer('c2', 'north'));
          throw new Error('as it happens');
        });
      });
      await assert.rejects(failing, /as it happens/);
      assert.equal(await get(store, 'Customer', 'c1'), undefined);
      assert.equal(await get(store, 'Customer', 'c2'), undefined);
    });

    test('many at once, each refused or kept, do not disturb each other', async (t) => {
      const store = await openShops(t, open);
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          keep(store, async (transaction) => {
            await transaction.attempt(async () => {
              await transaction.insert('Customer', customer(`c${i}`, 'north'));
              return { result: undefined, undo: i % 2 === 0 };
            });
            await transaction.storedResponses.store({ ...scope, key: `k${i}` }, response);
          }),
        ),
      );
      for (let i = 0; i < 40; i++) {
        assert.equal((await get(store, 'Customer', `c${i}`)) === undefined, i % 2 === 0, `c${i}`);
        assert.deepEqual(await kept(store, { key: `k${i}` }), response);
      }
    });
  });
}

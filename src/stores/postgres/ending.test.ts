import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { Store } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { asking, fill, get, invoice, testHost, value } from '../suites/surroundings.suite.ts';

async function opened(t: TestContext): Promise<Store> {
  const store = await openStore(await freshDatabase(), shops, { platform: testHost, durability: 'process' });
  t.after(() => store.close());
  return store;
}

const byId = (store: Store) => store.prepare({ resource: 'Invoice', conditions: [{ kind: 'equal', field: 'id' }] });

/** Inserts as the last that is done; answers the conflict's kind. */
function insertLast(store: Store, id: string, shop: string, before?: (id: string) => unknown) {
  return store.write(async (part) => {
    part.endsWithWrite?.();
    if (before !== undefined) await part.bind(byId(store)).one(asking(id));
    const conflict = await part.insert('Invoice', invoice(id, shop));
    return { result: conflict?.kind, undo: conflict !== undefined };
  });
}

test('a record whose write ends its transaction is kept, whether something was read before it or not', async (t) => {
  const store = await opened(t);
  assert.equal(await insertLast(store, 'a', 'north'), undefined);
  assert.equal(await insertLast(store, 'b', 'south', (id) => id), undefined);
  assert.equal(value(await get(store, 'Invoice', 'a'), 'shop'), 'north');
  assert.equal(value(await get(store, 'Invoice', 'b'), 'shop'), 'south');
});

test('a conflict of the last write is told, and leaves the connection as good as new', async (t) => {
  const store = await opened(t);
  await fill(store, 'Invoice', [invoice('a', 'north')]);
  for (let i = 0; i < 40; i++) {
    assert.equal(await insertLast(store, 'a', 'south'), 'not unique');
    assert.equal(await insertLast(store, 'a', 'south', (id) => id), 'not unique');
  }
  assert.equal(value(await get(store, 'Invoice', 'a'), 'shop'), 'north');
  assert.equal(await insertLast(store, 'b', 'south'), undefined);
});

test('a number that was taken before a last write which fails is given again', async (t) => {
  const store = await opened(t);
  await fill(store, 'Invoice', [invoice('a', 'north')]);
  const numbered = (id: string) =>
    store.write(async (part) => {
      part.endsWithWrite?.();
      const number = await part.next('Invoice', 'number', ['north']);
      const conflict = await part.insert('Invoice', invoice(id, 'north'));
      return { result: conflict === undefined ? number : conflict.kind, undo: conflict !== undefined };
    });
  assert.deepEqual([await numbered('b'), await numbered('a'), await numbered('c')], [1, 'not unique', 2]);
});

test('behind the last write nothing can be done', async (t) => {
  const store = await opened(t);
  const more = store.write(async (part) => {
    part.endsWithWrite?.();
    await part.insert('Invoice', invoice('a', 'north'));
    await part.insert('Invoice', invoice('b', 'south'));
    return { result: undefined, undo: false };
  });
  await assert.rejects(more, /the transaction is over/);
  assert.equal(await get(store, 'Invoice', 'b'), undefined);
});

test('a query of a transaction that is over is not asked', async (t) => {
  const store = await opened(t);
  const [part, bound] = await store.write((open) => ({ result: [open, open.bind(byId(store))] as const, undo: false }));
  assert.throws(() => part.bind(byId(store)), /the transaction is over/);
  await assert.rejects(async () => bound.one(asking('a')), /the transaction is over/);
});

test('of two last writes over one version one is run again on what the other left', async (t) => {
  const store = await opened(t);
  await fill(store, 'Invoice', [invoice('a', 'north', { total: 0 })]);
  const add = () =>
    store.write(async (part) => {
      part.endsWithWrite?.();
      const row = await part.bind(byId(store)).one(asking('a'));
      const total = (value(row, 'total') as number) + 1;
      await part.update('Invoice', 'a', invoice('a', 'north', { total }, (row![0] as number) + 1), row);
      return { result: undefined, undo: false };
    });
  await Promise.all(Array.from({ length: 20 }, add));
  assert.equal(value(await get(store, 'Invoice', 'a'), 'total'), 20);
});

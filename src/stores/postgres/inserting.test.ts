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
  await fill(store, 'Invoice', [invoice('north-1', 'north'), invoice('south-1', 'south')]);
  return store;
}

const inShop = (store: Store) =>
  store.prepare({
    resource: 'Invoice',
    conditions: [
      { kind: 'equal', field: 'id' },
      { kind: 'equal', field: 'shop' },
    ],
  });

/** Inserts an invoice if others of its shop are there; what stands `between` is done when they are not. */
function insertIf(
  store: Store,
  id: string,
  shop: string,
  others: readonly string[],
  how: { readonly ends?: boolean; readonly begun?: boolean; readonly between?: () => Promise<unknown> } = {},
) {
  return store.write(async (part) => {
    if (how.ends === true) part.endsWithWrite?.();
    const query = inShop(store);
    if (how.begun === true) await part.bind(query).one(asking('north-1', 'north'));
    const needed = others.map((other) => ({ query, values: asking(other, shop) }));
    const done = await part.insertIfPresent!('Invoice', invoice(id, shop), needed);
    if (done !== 'check first' || how.between === undefined) return { result: done, undo: done !== undefined };
    await how.between();
    const found = await part.bind(query, 'share').one(needed[0]!.values);
    const conflict = found === undefined ? 'not there' : await part.insert('Invoice', invoice(id, shop));
    return { result: conflict, undo: conflict !== undefined };
  });
}

const ways = [{}, { ends: true }, { begun: true }, { ends: true, begun: true }];

test('a record is written if all that it needs is there, whatever stands around it', async (t) => {
  const store = await opened(t);
  for (const [i, how] of ways.entries()) {
    assert.equal(await insertIf(store, `a${i}`, 'north', ['north-1', 'north-1'], how), undefined);
    assert.equal(value(await get(store, 'Invoice', `a${i}`), 'shop'), 'north');
    assert.equal(await insertIf(store, `b${i}`, 'north', ['north-1', 'south-1'], how), 'check first');
    assert.equal(await insertIf(store, `b${i}`, 'north', ['south-1', 'north-1'], how), 'check first');
    assert.equal(await get(store, 'Invoice', `b${i}`), undefined);
    const conflict = await insertIf(store, 'north-1', 'south', ['south-1'], how);
    assert.equal(typeof conflict === 'object' ? conflict.kind : conflict, 'not unique');
    assert.equal(await insertIf(store, 'north-1', 'south', ['north-1'], how), 'check first');
  }
});

test('work goes on when something was not there, and finds what has come meanwhile', async (t) => {
  const store = await opened(t);
  for (const [i, how] of ways.entries()) {
    const nothing = async () => undefined;
    assert.equal(await insertIf(store, `a${i}`, 'south', [`late${i}`], { ...how, between: nothing }), 'not there');
    assert.equal(await get(store, 'Invoice', `a${i}`), undefined);
    const between = () => fill(store, 'Invoice', [invoice(`late${i}`, 'south')]);
    assert.equal(await insertIf(store, `a${i}`, 'south', [`late${i}`], { ...how, between }), undefined);
    assert.equal(value(await get(store, 'Invoice', `a${i}`), 'shop'), 'south');
  }
});

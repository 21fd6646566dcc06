import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Got, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { market } from './market.fixture.ts';

type Ask = (line: string, body?: object) => Promise<Got>;

interface Open {
  readonly served: Served;
  /** May do everything. */
  readonly owner: Ask;
  as(subject: string, scope?: string): Promise<Ask>;
  /** The kinds of this many events since the last call, in their order: PostgreSQL numbers them shortly after the commit. */
  events(count: number): Promise<readonly string[]>;
}

async function open(t: TestContext, address: string, now?: () => number): Promise<Open> {
  const served = await serveIn(t, market, {}, now, address);
  let last = 0;
  const as = async (subject: string, scope = 'buyer'): Promise<Ask> => {
    const key = await served.key([scope], {}, { subject });
    return async (line, body) => {
      const got = await served.ask(line, { key, body });
      assert.ok(got.status < 500, `${line} ${got.text}\n${served.logged.join('\n')}`);
      return got;
    };
  };
  const events = async (count: number): Promise<readonly string[]> => {
    let found = await served.store.events.after(last, 1_000);
    for (let round = 0; round < 1_000 && found.length < count; round++) {
      await new Promise((done) => setTimeout(done, 5));
      found = await served.store.events.after(last, 1_000);
    }
    last = found.at(-1)?.sequence ?? last;
    return found.map(({ kind }) => kind);
  };
  return { served, owner: await as('owner', 'all'), as, events };
}

async function made(ask: Ask, path: string, body: object): Promise<string> {
  const got = await ask(`POST ${path}`, body);
  assert.equal(got.status, 201, got.text);
  return got.json.id;
}

for (const [name, address] of everyStore) {
  describe(`effects on other records ${name}`, () => {
    test('an order takes its products out of the stock, with the rights of the page', async (t) => {
      const { owner, as, events } = await open(t, await address());
      const [ana, bob] = [await as('ana'), await as('bob')];
      const pen = await made(owner, '/products', { name: 'pen', stock: 10 });
      const ink = await made(owner, '/products', { name: 'ink', stock: 2 });
      const order = await made(ana, '/orders', {});
      const empty = await ana(`POST /orders/${order}/place`);
      assert.deepEqual([empty.status, empty.json.code], [409, 'empty_cart']);
      // Two lines of one product: the second sees what the first has left.
      for (const quantity of [3, 4]) await made(ana, '/lines', { order, product: pen, quantity });
      await made(ana, '/lines', { order, product: ink, quantity: 2 });
      await events(3);
      const placed = await ana(`POST /orders/${order}/place`);
      assert.deepEqual([placed.status, placed.json.status], [200, 'placed'], placed.text);
      const product = async (id: string) => (await owner(`GET /products/${id}`)).json;
      assert.deepEqual([(await product(pen)).stock, (await product(pen)).sold], [3, 7]);
      assert.deepEqual([(await product(ink)).stock, (await product(ink)).sold], [0, 2]);
      // The caller may not change products, and the receipt is theirs.
      const [receipt, ...others] = (await ana('GET /receipts')).json.data;
      assert.deepEqual([receipt.who, receipt.items, receipt.number, others.length], ['ana', 9, 1, 0]);
      assert.deepEqual((await bob('GET /receipts')).json.data, []);
      assert.deepEqual(await events(8), [
        'order.placed',
        ...Array.from({ length: 6 }, () => 'product.changed'),
        'receipt.made',
      ]);
    });

    test('a refusal of another record refuses all, with its code', async (t) => {
      const { owner, as, events } = await open(t, await address());
      const ana = await as('ana');
      const pen = await made(owner, '/products', { name: 'pen', stock: 10 });
      const ink = await made(owner, '/products', { name: 'ink', stock: 1 });
      const order = await made(ana, '/orders', {});
      await made(ana, '/lines', { order, product: pen, quantity: 3 });
      await made(ana, '/lines', { order, product: ink, quantity: 2 });
      await events(2);
      const refused = await ana(`POST /orders/${order}/place`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'out_of_stock']);
      assert.equal((await owner(`GET /products/${pen}`)).json.stock, 10);
      assert.equal((await ana(`GET /orders/${order}`)).json.status, 'cart');
      assert.deepEqual((await ana('GET /receipts')).json.data, []);
      await made(ana, '/lines', { order, product: pen, quantity: 1 });
      assert.deepEqual(await events(1), ['product.changed']);
    });

    test('a transition of another record takes input, and its guard holds', async (t) => {
      const { owner, as } = await open(t, await address());
      const ana = await as('ana');
      const pen = await made(owner, '/products', { name: 'pen', stock: 10 });
      const place = async (body: object): Promise<string> => {
        const order = await made(ana, '/orders', body);
        await made(ana, '/lines', { order, product: pen, quantity: 1 });
        assert.equal((await ana(`POST /orders/${order}/place`)).status, 200);
        return order;
      };
      const order = await place({});
      assert.equal((await ana(`POST /orders/${order}/cancel`)).status, 200);
      const [receipt] = (await ana('GET /receipts')).json.data;
      assert.deepEqual([receipt.status, receipt.refunded], ['refunded', 5]);
      const other = await place({ city: 'Basel' });
      const refused = await ana(`POST /orders/${other}/cancel`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'no_refund']);
      assert.deepEqual((await owner(`GET /products/${pen}`)).json.stock, 9);
    });

    test('members of objects are set on their own, and null clears', async (t) => {
      const { owner, as, events } = await open(t, await address());
      const ana = await as('ana');
      const pen = await made(owner, '/products', { name: 'pen', stock: 10 });
      const order = await made(ana, '/orders', { city: 'Zug' });
      const line = await made(ana, '/lines', { order, product: pen, quantity: 7 });
      // Fields of one record that are set one after the other are one change.
      assert.deepEqual(await events(1), ['product.changed']);
      const { note, last } = (await owner(`GET /products/${pen}`)).json;
      assert.deepEqual([note, last], ['in a cart of Zug', { city: 'Zug', shelf: 7 }]);
      assert.equal((await ana(`DELETE /lines/${line}`)).status, 204);
      assert.equal('note' in (await owner(`GET /products/${pen}`)).json, false);
    });

    test('records that are deleted along have their effects too', async (t) => {
      const { owner, as, events } = await open(t, await address());
      const ana = await as('ana');
      const [pen, ink] = [
        await made(owner, '/products', { name: 'pen', stock: 10 }),
        await made(owner, '/products', { name: 'ink', stock: 10 }),
      ];
      const order = await made(ana, '/orders', {});
      for (const product of [pen, ink]) await made(ana, '/lines', { order, product, quantity: 1 });
      await events(2);
      assert.equal((await ana(`DELETE /orders/${order}`)).status, 204);
      for (const product of [pen, ink]) assert.equal('note' in (await owner(`GET /products/${product}`)).json, false);
      assert.deepEqual((await events(4)).toSorted(), ['line.gone', 'line.gone', 'product.changed', 'product.changed']);
      const hold = await made(owner, '/holds', { product: pen });
      assert.equal((await owner(`DELETE /holds/${hold}`)).status, 204);
      assert.equal((await owner(`GET /products/${pen}`)).json.sold, -1);
    });

    test('a relation between the caller and a record is made once and ended', async (t) => {
      const { owner, as } = await open(t, await address());
      const [ana, bob] = [await as('ana', 'all'), await as('bob', 'all')];
      const person = await made(owner, '/people', { name: 'Zoe' });
      const seen = async (got: Promise<Got>) => {
        const { status, json } = await got;
        return [status, json.followers, json.following];
      };
      assert.deepEqual(await seen(ana(`POST /people/${person}/follow`)), [200, 1, true]);
      assert.deepEqual(await seen(ana(`POST /people/${person}/follow`)), [200, 1, true]);
      assert.deepEqual(await seen(bob(`GET /people/${person}`)), [200, 1, false]);
      assert.deepEqual(await seen(bob(`POST /people/${person}/follow`)), [200, 2, true]);
      assert.deepEqual(await seen(ana(`POST /people/${person}/unfollow`)), [200, 1, false]);
      assert.deepEqual(await seen(ana(`POST /people/${person}/unfollow`)), [200, 1, false]);
      assert.deepEqual(await seen(bob(`GET /people/${person}`)), [200, 1, true]);
    });

    test('an effect with more records than an each may change is refused as a whole', async (t) => {
      const { served, owner, as } = await open(t, await address());
      const ana = await as('ana');
      const pen = await made(owner, '/products', { name: 'pen', stock: 5_000 });
      const order = await made(ana, '/orders', {});
      await made(ana, '/lines', { order, product: pen, quantity: 1 });
      const table = served.plan.resources.find(({ name }) => name === 'Line')!;
      const lines = served.store.prepare({ resource: 'Line', conditions: [] });
      const [row] = (await lines.many({ conditions: [], now: 0 })).rows;
      const identity = row!.length - table.fields.length;
      await served.store.write(async (transaction) => {
        for (let i = 0; i < 1_000; i++) {
          const id = `01890000-0000-7000-8000-${String(i).padStart(12, '0')}`;
          await transaction.insert('Line', row!.with(identity, id));
        }
        return { result: undefined, undo: false };
      });
      const refused = await ana(`POST /orders/${order}/place`);
      const [error] = refused.json.errors;
      assert.deepEqual(
        [refused.status, error],
        [422, { pointer: '', message: 'would change more than 1000 records of Line' }],
      );
      assert.equal((await owner(`GET /products/${pen}`)).json.stock, 5_000);
    });

    test('what is not sent is not set', async (t) => {
      const { owner } = await open(t, await address());
      const person = await made(owner, '/people', { name: 'Zoe' });
      const rename = async (body: object) => {
        const { status, text } = await owner(`POST /people/${person}/rename`, body);
        assert.equal(status, 200, text);
        const { name, motto } = (await owner(`GET /people/${person}`)).json;
        return { name, motto };
      };
      assert.deepEqual(await rename({}), { name: 'Zoe', motto: undefined });
      assert.deepEqual(await rename({ motto: 'Now' }), { name: 'Zoe', motto: 'Now' });
      assert.deepEqual(await rename({ name: 'Zo' }), { name: 'Zo', motto: 'Now' });
      const aliases = (await owner('GET /aliases')).json.data;
      assert.deepEqual(
        aliases.map(({ name, motto }: { name?: string; motto?: string }) => [name, motto]),
        [
          [undefined, undefined],
          [undefined, 'Now'],
          ['Zo', undefined],
        ],
      );
    });

    test('a timed row changes other records', async (t) => {
      let ahead = 0;
      const { owner, as } = await open(t, await address(), () => Date.now() + ahead);
      const ana = await as('ana');
      const pen = await made(owner, '/products', { name: 'pen', stock: 10 });
      const until = new Date(Date.now() + 60_000).toISOString();
      const order = await made(ana, '/orders', { paid_until: until });
      const other = await made(ana, '/orders', {});
      await made(ana, '/lines', { order, product: pen, quantity: 1 });
      await made(ana, '/lines', { order: other, product: pen, quantity: 2 });
      ahead = 61_000;
      // The row that is due is taken before the order is placed.
      const late = await ana(`POST /orders/${order}/place`);
      assert.deepEqual([late.status, late.json.code], [409, 'wrong_state'], late.text);
      const lines = (await ana('GET /lines')).json.data;
      assert.deepEqual(
        lines.map(({ quantity }: { quantity: number }) => quantity),
        [2],
      );
    });
  });
}

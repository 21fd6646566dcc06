import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freshDatabase } from '../../support/postgres.ts';
import { type Got, type Served, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { orders } from './items.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`what macros read through the references of items ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let maker: number;
    let pen: number;
    let ink: number;
    let theirs: number;

    const ask = (line: string, body?: unknown, key = north): Promise<Got> =>
      served.ask(line, { key, ...(body === undefined ? {} : { body }) });
    const made = async (line: string, body: object, key = north): Promise<number> => {
      const got = await ask(`POST ${line}`, body, key);
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    };
    const lines = (...products: readonly number[]) => products.map((product) => ({ product, quantity: 2 }));
    const order = (more: object): Promise<number> => made('/orders', { lines: lines(pen, ink), ...more });

    before(async () => {
      served = await serve(orders, {}, undefined, await address());
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
      maker = await made('/makers', {});
      pen = await made('/products', { maker, price: 2, name: 'pen' });
      ink = await made('/products', { maker, price: 5 });
      theirs = await made('/products', { maker: await made('/makers', {}, south), price: 1, name: 'rope' }, south);
    });
    after(() => served.close());

    test('an effect adds up values of the records that items refer to', async () => {
      assert.equal((await ask('POST /orders', { lines: lines(pen, ink, pen) })).json.total, 18);
    });

    test('a rule holds for all items', async () => {
      const free = await made('/products', { maker, price: 0 });
      assert.equal((await ask('POST /orders', { lines: lines(pen, free) })).json.code, 'free_product');
    });

    test('an item that the caller cannot read is refused before a guard reads through it', async () => {
      assert.equal((await ask('POST /orders', { lines: lines(pen, theirs) })).status, 422);
      assert.equal((await ask('POST /orders', { lines: lines(pen), extra: lines(theirs) })).status, 422);
    });

    test('a guard follows two references of each item, of joined and filtered lists', async () => {
      const shut = await made('/makers', {});
      const late = await made('/products', { maker: shut, price: 1 });
      await ask(`PATCH /makers/${shut}`, { open: false });
      assert.equal((await ask('POST /orders', { lines: lines(pen, late) })).json.code, 'maker_closed');
      assert.equal((await ask('POST /orders', { lines: lines(pen), extra: lines(late) })).json.code, 'maker_closed');
      const none = [{ product: late, quantity: 0 }];
      assert.equal((await ask('POST /orders', { lines: lines(pen), extra: none })).status, 201);
    });

    test('lists of references and lists inside items are followed', async () => {
      const shut = await made('/makers', {});
      const late = await made('/products', { maker: shut, price: 1 });
      const parts = [{ lines: lines(pen) }, { lines: lines(ink, late) }];
      const [bare, watched, waiting] = [
        await order({}),
        await order({ watchers: [shut, maker], parts: [{ lines: lines(pen, ink) }] }),
        await order({ watchers: [maker], parts }),
      ];
      await ask(`PATCH /makers/${shut}`, { open: false });
      assert.equal((await ask(`POST /orders/${bare}/ship`)).json.code, 'not_watched');
      assert.equal((await ask(`POST /orders/${waiting}/ship`)).json.code, 'not_watched');
      assert.equal((await ask(`POST /orders/${watched}/ship`)).json.total, 7);
      await ask(`PATCH /makers/${shut}`, { open: true });
      assert.equal((await ask(`POST /orders/${waiting}/ship`)).status, 200);
      const told = async (key = north): Promise<readonly { id: number }[]> =>
        (await ask('GET /events', undefined, key)).json.data.map((event: { body: { id: number } }) => event.body);
      for (let i = 0; i < 600 && !(await told()).some(({ id }) => id === waiting); i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(
        (await told()).filter(({ id }) => id === watched || id === waiting),
        [
          { id: watched, prices: [2, 5], open: true },
          { id: waiting, prices: [2, 5], open: true },
        ],
      );
      assert.deepEqual(await told(south), []);
    });

    test('the items of the record before are read through theirs', async () => {
      const dear = await made('/products', { maker, price: 108 });
      const far = await made('/products', { maker, price: 107 });
      const id = await order({});
      assert.equal((await ask(`PATCH /orders/${id}`, { lines: lines(dear) })).json.code, 'dearer');
      assert.equal((await ask(`PATCH /orders/${id}`, { lines: lines(far) })).status, 200);
    });

    test('responses show what items refer to, of one record and of each of a list', async () => {
      const shut = await made('/makers', {});
      const late = await made('/products', { maker: shut, price: 9, name: 'late' });
      const [first, second] = [await order({ watchers: [maker, shut] }), await order({ lines: lines(late) })];
      await ask(`PATCH /makers/${shut}`, { open: false });
      const one = (await ask(`GET /orders/${first}`)).json;
      assert.deepEqual(one, { id: first, names: ['pen'], shops: ['north', 'north'] });
      const list: readonly { id: number }[] = (await ask('GET /orders?limit=100')).json;
      assert.deepEqual(
        list.filter(({ id }) => id === first || id === second),
        [
          { id: first, prices: [2, 5], open: true },
          { id: second, prices: [9], open: false },
        ],
      );
      assert.deepEqual((await ask('GET /orders', undefined, south)).json, []);
    });

    test('the service logs no failure', () => assert.deepEqual(served.logged, []));
  });
}

test('of a product that becomes free while it is ordered, either write comes first', async (t) => {
  const at = await freshDatabase();
  const all: Served[] = [];
  for (let i = 0; i < 3; i++) all.push(await serveIn(t, orders, {}, undefined, at));
  const key = await all[0]!.key(['all'], { shop: 'north' });
  let count = 0;
  const ask = (line: string, body: object) => all[count++ % 3]!.ask(line, { key, body });
  const maker = (await ask('POST /makers', {})).json.id;
  const products: number[] = [];
  for (let i = 0; i < 10; i++) products.push((await ask('POST /products', { maker, price: 3 })).json.id);
  const lines = products.map((product) => ({ product, quantity: 1 }));
  const free = async (product: number) => {
    assert.equal((await ask(`PATCH /products/${product}`, { price: 0 })).status, 200);
    return (await ask('POST /orders', { lines })).json.code;
  };
  const got = await Promise.all([
    ...products.map(free),
    ...products.map(async (_, i) => {
      const { status, json } = await ask('POST /orders', { lines: i % 2 === 0 ? lines : lines.toReversed() });
      return status === 201 ? (json.total === 30 ? 'free_product' : 'wrong total') : json.code;
    }),
  ]);
  assert.deepEqual(new Set(got), new Set(['free_product']));
  assert.deepEqual(
    all.flatMap(({ logged }) => logged),
    [],
  );
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { orders } from './paths.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`paths ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let mine: Got;
    let theirs: Got;
    before(async () => {
      served = await serve(
        orders.replace('/customers/{customer}/orders/{id}', '/orders/{id}'),
        {},
        undefined,
        await address(),
      );
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
      const body = { email: 'a@example.com', region: 'eu', slug: 'a/b ü' };
      mine = await served.ask('POST /v1/customers', { key: north, body });
      theirs = await served.ask('POST /v1/customers', { key: south, body: { ...body, email: 'b@example.com' } });
      assert.deepEqual([mine.status, theirs.status], [201, 201], mine.text + theirs.text);
    });
    after(() => served.close());

    const ask = (line: string, body?: unknown, key = north): Promise<Got> =>
      served.ask(line.replace(' ', ' /v1'), { key, ...(body === undefined ? {} : { body }) });

    test('a record is found by its identity, by another unique field, and by several fields together', async () => {
      const { id } = mine.json;
      assert.equal(mine.headers.get('location'), `https://orders.example/v1/customers/${id}`);
      for (const path of [
        `/customers/${id}`,
        '/mail/a@example.com',
        '/mail/a%40example.com',
        '/shops/north/regions/eu/a%2Fb%20%C3%BC',
      ]) {
        const got = await ask(`GET ${path}`);
        assert.deepEqual([got.status, got.json.id], [200, id], path);
      }
      for (const path of [
        `/customers/${theirs.json.id}`,
        '/mail/b@example.com',
        '/mail/none@example.com',
        '/shops/south/regions/eu/a%2Fb%20%C3%BC',
        '/shops/north/regions/us/a%2Fb%20%C3%BC',
        '/customers/x',
      ]) {
        assert.equal((await ask(`GET ${path}`)).status, 404, path);
      }
    });

    test('paths are compared exactly: letter case, a slash at the end and encoded slashes differ', async () => {
      const { id } = mine.json;
      for (const path of [
        `/Customers/${id}`,
        `/customers/${id}/`,
        `/customers%2F${id}`,
        `//customers/${id}`,
        '/mail/A@example.com',
      ]) {
        assert.equal((await ask(`GET ${path}`)).status, 404, path);
      }
      assert.equal((await served.ask(`GET /customers/${id}`, { key: north })).status, 404, 'the prefix is part of it');
      assert.equal((await ask('GET /shops/north/regions/eu/a/b%20%C3%BC')).status, 404);
    });

    test('fixed text wins over a name, and a Record line says what a path without one means', async () => {
      const user = await served.key(['all'], { shop: 'north', user: mine.json.id });
      const got = await ask('GET /customers/me', undefined, user);
      assert.deepEqual([got.status, got.json.id], [200, mine.json.id]);
      assert.equal((await ask('GET /customers/me')).status, 404, 'a caller without that attribute');
      const stranger = await served.key(['all'], { shop: 'north', user: theirs.json.id });
      assert.equal((await ask('GET /customers/me', undefined, stranger)).status, 404);
    });

    test('a record is made under the parent that its path names, by whatever finds the parent', async () => {
      const { id } = mine.json;
      const first = await ask(`POST /customers/${id}/orders`, { number: 1 });
      assert.deepEqual([first.status, first.json.customer], [201, id], first.text);
      assert.equal(first.headers.get('location'), `https://orders.example/v1/customers/${id}/orders/1`);
      const second = await ask('POST /mail/a@example.com/orders', { number: 2, customer: id });
      assert.deepEqual([second.status, second.json.customer], [201, id], second.text);
      const other = await ask(`POST /customers/${id}/orders`, { number: 3, customer: theirs.json.id });
      assert.deepEqual([other.status, other.json.errors[0].pointer], [422, '/customer']);
      for (const path of [
        `/customers/${theirs.json.id}/orders`,
        '/mail/b@example.com/orders',
        '/customers/x/orders',
        '/mail/none@example.com/orders',
      ]) {
        assert.equal((await ask(`POST ${path}`, { number: 9 })).status, 404, path);
        assert.equal((await ask(`GET ${path}`)).status, 404, path);
      }
      for (const path of [`/customers/${id}/orders`, '/mail/a@example.com/orders']) {
        const numbers = (await ask(`GET ${path}`)).json.map((order: { number: number }) => order.number);
        assert.deepEqual(numbers, [1, 2], path);
      }
    });

    test('a record under a parent is found by both together', async () => {
      await ask(`POST /customers/${theirs.json.id}/orders`, { number: 1, note: 'theirs' }, south);
      const got = await ask(`GET /customers/${mine.json.id}/orders/1`);
      assert.deepEqual([got.status, got.json.note], [200, null]);
      const updated = await ask('PATCH /mail/a@example.com/orders/1', { note: 'n', number: 1, customer: mine.json.id });
      assert.deepEqual([updated.status, updated.json.note], [200, 'n'], updated.text);
      assert.equal((await ask('PATCH /mail/a@example.com/orders/1', { number: 2 })).status, 422);
      assert.equal((await ask('PATCH /mail/b@example.com/orders/1', { note: 'n' })).status, 404);
      assert.equal((await ask(`GET /customers/${mine.json.id}/orders/7`)).status, 404);
      assert.equal((await ask(`GET /customers/${mine.json.id}/orders/01`)).status, 404);
      const left = await ask(`GET /customers/${theirs.json.id}/orders/1`, undefined, south);
      assert.equal(left.json.note, 'theirs');
    });

    test('parameters of the header and the query are input of guards and effects, and told when they are wrong', async () => {
      const { json } = await ask(`POST /customers/${mine.json.id}/orders`, { number: 20 });
      const mark = (headers: Record<string, string>, query = ''): Promise<Got> =>
        served.ask(`POST /v1/orders/${json.id}/mark${query}`, { key: north, headers });
      const got = await mark({ reason: 'why' }, '?urgent=true');
      assert.deepEqual([got.status, got.json.note, got.json.urgent], [200, 'why', true], got.text);
      assert.equal((await mark({ Reason: 'now' })).json.urgent, false);
      for (const [headers, query, parameter] of [
        [{}, '', 'Reason'],
        [{ Reason: 'too long' }, '', 'Reason'],
        [{ Reason: 'x' }, '?urgent=1', 'urgent'],
        [{ Reason: 'x' }, '?Reason=y', 'Reason'],
      ] as const) {
        const wrong = await mark(headers, query);
        assert.deepEqual([wrong.status, wrong.json.errors[0].parameter], [422, parameter], wrong.text);
      }
    });

    test('records are embedded inside the objects of a record too, where the caller may read them', async () => {
      for (const [sku, key] of [
        ['s1', north],
        ['s2', north],
        ['t1', south],
      ] as const) {
        assert.equal((await ask('POST /products', { sku, title: `T ${sku}` }, key)).status, 201);
      }
      const lines = [
        { product: 's1', quantity: 1 },
        { product: 's2', quantity: 2, other: 's1' },
        { quantity: 3, other: null },
      ];
      const made = await ask(`POST /customers/${mine.json.id}/orders`, {
        number: 30,
        lines,
        gift: { quantity: 1, other: 's2' },
      });
      assert.equal(made.status, 201, made.text);
      const got = await ask(`GET /customers/${mine.json.id}/orders/30`);
      assert.deepEqual(got.json.lines, [
        { product: { sku: 's1', title: 'T s1' }, other: null, quantity: 1 },
        { product: { sku: 's2', title: 'T s2' }, other: 's1', quantity: 2 },
        { other: null, quantity: 3 },
      ]);
      assert.deepEqual(got.json.gift, { quantity: 1, other: { sku: 's2', title: 'T s2' } });
      const listed = (await ask('GET /orders')).json.find((order: { id: string }) => order.id === made.json.id);
      assert.deepEqual(
        listed.lines.map((line: { product?: { title: string } }) => line.product?.title),
        ['T s1', 'T s2', undefined],
      );
      const foreign = await ask(`POST /customers/${mine.json.id}/orders`, {
        number: 31,
        lines: [{ product: 't1', quantity: 1 }],
      });
      assert.equal(foreign.status, 422);
    });
  });
}

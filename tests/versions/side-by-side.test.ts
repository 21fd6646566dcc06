import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { migrated } from '../../src/stores/migration.fixture.ts';
import { type Got, planFor, type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { type OrdersVersion, orders } from './orders.fixture.ts';

const jsonPatch = { 'Content-Type': 'application/json-patch+json' };

/** A request for one order. */
interface Sent {
  readonly method: string;
  /** Behind the path of the order. */
  readonly action?: string;
  readonly body?: unknown;
  /** The body is a JSON Patch. */
  readonly patch?: boolean;
}

/** A document that is served, and the version that its requests name. */
interface Side {
  ask(line: string, body?: unknown, headers?: Record<string, string>): Promise<Got>;
}

for (const [store, address] of everyStore) {
  describe(`an older version beside its document served alone ${store}`, () => {
    const served = new Map<OrdersVersion, Served>();
    const keys = new Map<string, string>();
    before(async () => {
      for (const version of [1, 2, 3] as const) {
        const service = await serve(orders(version), {}, undefined, await address());
        served.set(version, service);
        for (const shop of ['north', 'south']) keys.set(`${version} ${shop}`, await service.key(['clerk'], { shop }));
      }
    });
    after(async () => {
      for (const service of served.values()) await service.close();
    });

    const side = (document: OrdersVersion, version: OrdersVersion, shop = 'north'): Side => ({
      ask: (line, body, headers = {}) =>
        served
          .get(document)!
          .ask(line, { key: keys.get(`${document} ${shop}`)!, body, headers: { V: String(version), ...headers } }),
    });
    const now = side(3, 3);

    /** Creates an order in an older version at both sides, and changes what that version does not know. */
    const both = async (version: 1 | 2, order: object, known: object = {}) => {
      const sides = [side(version, version), side(3, version)] as const;
      const ids: string[] = [];
      for (const each of sides) {
        const made = await each.ask('POST /orders', order);
        assert.equal(made.status, 201, made.text);
        ids.push(made.json.id);
      }
      const path = `/orders/${ids[1]}`;
      if (Object.keys(known).length > 0) {
        const set = await now.ask(`PATCH ${path}`, known);
        assert.equal(set.status, 200, set.text);
      }
      return {
        path,
        /** Sends a request to both, which must answer alike. */
        async ask({ method, action = '', body, patch }: Sent): Promise<Got> {
          const [alone, beside] = await Promise.all(
            sides.map((each, i) =>
              each.ask(`${method} /orders/${ids[i]}${action}`, body, patch === true ? jsonPatch : {}),
            ),
          );
          const text = JSON.stringify({ method, body });
          assert.deepEqual(seen(beside!), seen(alone!), text);
          return beside!;
        },
        async shown(): Promise<Record<string, unknown>> {
          return (await now.ask(`GET ${path}`)).json;
        },
      };
    };

    const home = { street: 's', zip: '30', country: 'FR' };

    test('a merge patch of an object leaves what the version does not know of it', async () => {
      const { ask, shown, path } = await both(
        1,
        { name: 'a', remark: '', address: { street: 's' } },
        { address: home },
      );
      const got = await ask({ method: 'PATCH', body: { address: { street: 's2' } } });
      assert.deepEqual(got.json.address, { street: 's2' });
      assert.deepEqual((await shown()).address, { ...home, street: 's2' });
      assert.equal((await side(3, 1, 'south').ask(`PATCH ${path}`, { address: { street: 's3' } })).status, 404);
      await ask({ method: 'PATCH', body: { address: null } });
      await ask({ method: 'PATCH', body: { address: { street: 's4' } } });
      assert.deepEqual((await shown()).address, { street: 's4', country: 'DE' });
    });

    test('a replace and values of maps leave it too, and a case of a union as long as it is the same', async () => {
      const order = {
        name: 'a',
        remark: '',
        places: { home: { street: 's' }, work: { street: 'w' } },
        payment: { kind: 'card', pan: '1' },
      };
      const known = { places: { home, work: { zip: '31' } }, payment: { kind: 'card', holder: 'Ada' } };
      const { ask, shown } = await both(1, order, known);
      const body = { ...order, places: { home: { street: 's2', town: 't' }, gym: { street: 'g' } } };
      await ask({ method: 'PUT', body: { ...body, payment: { kind: 'card', pan: '2' } } });
      const { places, payment } = await shown();
      assert.deepEqual(places, { home: { ...home, street: 's2', city: 't' }, gym: { street: 'g', country: 'DE' } });
      assert.deepEqual(payment, { kind: 'card', digits: '2', holder: 'Ada' });
      await ask({ method: 'PATCH', body: { payment: { kind: 'cash', coins: 2, pan: null } } });
      await ask({ method: 'PATCH', body: { payment: { kind: 'card', pan: '3', coins: null } } });
      assert.deepEqual((await shown()).payment, { kind: 'card', digits: '3' });
    });

    test('items of lists keep what the version does not know, wherever they stand then', async () => {
      const line = (product: string, quantity: number) => ({ product, quantity });
      const now = (product: string, count: number) => ({ product, count, sku: `sku-${product}` });
      const order = { name: 'a', remark: '', lines: [line('a', 1), line('b', 2), line('c', 3)] };
      const { ask, shown } = await both(1, order, { lines: [now('a', 1), now('b', 2), now('c', 3)] });
      await ask({ method: 'PATCH', patch: true, body: [{ op: 'replace', path: '/lines/0/quantity', value: 9 }] });
      assert.deepEqual((await shown()).lines, [now('a', 9), now('b', 2), now('c', 3)]);
      await ask({ method: 'PATCH', body: { lines: [line('c', 4), line('n', 1), line('a', 9)] } });
      assert.deepEqual((await shown()).lines, [now('c', 4), { product: 'n', count: 1 }, now('a', 9)]);
      const moves = [
        { op: 'replace', path: '/lines/0/product', value: 'd' },
        { op: 'move', from: '/lines/0', path: '/lines/2' },
        { op: 'remove', path: '/lines/0' },
      ];
      await ask({ method: 'PATCH', patch: true, body: moves });
      assert.deepEqual((await shown()).lines, [now('a', 9), { product: 'd', count: 4, sku: 'sku-c' }]);
      await ask({ method: 'PUT', body: { ...order, lines: [line('z', 1), line('a', 8)] } });
      assert.deepEqual((await shown()).lines, [{ product: 'z', count: 1 }, now('a', 8)]);
    });

    test('values that the version shows as others stay where the caller left them', async () => {
      const { ask, shown } = await both(
        1,
        { name: 'a', remark: '', tags: ['blue', 'red'] },
        { tags: ['green', 'red'] },
      );
      await ask({ method: 'PATCH', patch: true, body: [{ op: 'add', path: '/tags/-', value: 'red' }] });
      assert.deepEqual((await shown()).tags, ['green', 'red', 'red']);
      await ask({ method: 'PATCH', body: { tags: ['red', 'blue', 'red', 'blue'] } });
      assert.deepEqual((await shown()).tags, ['red', 'green', 'red', 'blue']);
    });

    test('a JSON Patch finds absent what cannot be shown, and asks for what was required', async () => {
      const { ask } = await both(1, { name: 'a', remark: 'r' });
      const patch = (op: string, path: string, value?: unknown): Sent => ({
        method: 'PATCH',
        patch: true,
        body: [{ op, path, ...(value === undefined ? {} : { value }) }],
      });
      assert.equal((await ask(patch('replace', '/name', 'b'))).status, 200);
      assert.equal((await ask(patch('replace', '/price', '7'))).status, 422);
      assert.equal((await ask(patch('remove', '/price'))).status, 422);
      assert.equal((await ask(patch('add', '/price', '7'))).status, 200);
      assert.equal((await ask(patch('remove', '/price'))).status, 200);
      assert.equal((await ask(patch('remove', '/remark'))).status, 422);
      const move = { op: 'move', from: '/remark', path: '/note' };
      assert.equal((await ask({ method: 'PATCH', patch: true, body: [move] })).status, 422);
      assert.equal((await ask({ method: 'PATCH', body: { remark: null } })).status, 422);
    });

    test('a replace may leave out what the state fixes', async () => {
      const full = { name: 'a', remark: 'r', price: '5', note: 'n', address: { street: 's' } };
      const { ask, shown } = await both(1, full, { address: home });
      await ask({ method: 'POST', action: '/close' });
      assert.equal((await ask({ method: 'PUT', body: { name: 'b', remark: 'r' } })).status, 200);
      assert.equal((await ask({ method: 'PUT', body: { ...full, name: 'c' } })).status, 200);
      assert.equal((await ask({ method: 'PUT', body: { ...full, price: '6' } })).status, 400);
      const { price, note, address } = await shown();
      assert.deepEqual([price, note, address], [5, 'n', home]);
      const bare = await both(1, { name: 'a', remark: 'r' });
      await bare.ask({ method: 'POST', action: '/close' });
      assert.equal((await bare.ask({ method: 'PUT', body: { name: 'b', remark: 'r' } })).status, 200);
    });

    test('mistakes are told together and in the order of the older document', async () => {
      for (const query of ['limit=9&name=long%20one', 'limit=9&sort=unknown', 'sort=-title&limit=9']) {
        const [alone, beside] = [
          await side(1, 1).ask(`GET /orders?${query}`),
          await side(3, 1).ask(`GET /orders?${query}`),
        ];
        assert.equal(beside.json.errors.length, 2, query);
        assert.deepEqual(beside.json.errors, alone.json.errors, query);
      }
      const { ask } = await both(1, { name: 'a', remark: 'r', price: '5' });
      const patch = (...names: readonly string[]): Sent => {
        const body = names.map((name) => ({ op: 'remove', path: `/${name}` }));
        return { method: 'PATCH', patch: true, body };
      };
      assert.equal((await ask(patch('id', 'shop'))).status, 422);
      assert.equal((await ask(patch('shop', 'done'))).status, 422);
      await ask({ method: 'POST', action: '/close' });
      assert.equal((await ask(patch('shop', 'price'))).status, 400);
      const merged = { shop: null, payment: { kind: 'card' } };
      assert.equal((await ask({ method: 'PATCH', body: merged })).status, 422);
      const stays = { phones: 'x' };
      const [alone, beside] = [await side(1, 1).ask('POST /stays', stays), await side(3, 1).ask('POST /stays', stays)];
      assert.deepEqual(
        [alone, beside].map((got) => got.json.errors.map((error: { pointer: string }) => error.pointer)),
        [1, 2].map(() => ['/duration', '/street', '/phones']),
      );
    });

    test('a limit with an older value counts the requests of all versions together, each by its own value', async () => {
      const path = '/orders/00000000-0000-4000-8000-000000000000';
      const fresh = async () => {
        const key = await served.get(3)!.key(['clerk'], { shop: 'north' });
        return async (version: OrdersVersion): Promise<readonly unknown[]> => {
          const got = await served.get(3)!.ask(`DELETE ${path}`, { key, headers: { V: String(version) } });
          return [got.status, got.headers.get('RateLimit')?.split(';', 2).join(';')];
        };
      };
      const ask = await fresh();
      assert.deepEqual(await ask(1), [404, '"deleting";r=1']);
      assert.deepEqual(await ask(1), [404, '"deleting";r=0']);
      assert.equal((await ask(1))[0], 429);
      assert.deepEqual(await ask(3), [404, '"deleting";r=0']);
      assert.deepEqual([(await ask(3))[0], (await ask(2))[0], (await ask(1))[0]], [429, 429, 429]);
      const other = await fresh();
      assert.deepEqual(await other(3), [404, '"deleting";r=2']);
      assert.deepEqual(await other(1), [404, '"deleting";r=0']);
      assert.equal((await other(1))[0], 429);
      assert.deepEqual(await other(2), [404, '"deleting";r=0']);
    });

    test('a cursor that the older document issued leads on when it is a version of a newer document', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'nonet-cursors-'));
      const given = await address();
      const place = given.startsWith('sqlite') ? `sqlite:${join(folder, 'orders.db')}` : given;
      const old = await serve(orders(1), {}, undefined, place);
      const [key, theirs] = [await old.key(['clerk'], { shop: 'north' }), await old.key(['clerk'], { shop: 'south' })];
      const names = ['a3', 'a1', 'b1', 'a4', 'a2'];
      for (const name of names) await old.ask('POST /orders', { key, body: { name, remark: '' } });
      const list = async (service: Served, more: string, version: OrdersVersion, by = key): Promise<Got> =>
        service.ask(`GET /orders?limit=2&${more}`, { key: by, headers: { V: String(version) } });
      const [first, plain] = [await list(old, 'sort=-name&name=a', 1), await list(old, '', 1)];
      const { next } = first.json;
      for (const name of ['Ada', 'Bo', 'Cy'])
        await old.ask('POST /customers', { key, body: { full_name: name, region: 'n', level: 'gold' } });
      const customers = (service: Served, more: string): Promise<Got> =>
        service.ask(`GET /customers?limit=1&region=n${more}`, { key, headers: { V: '1' } });
      const customer = (await customers(old, '')).json;
      await old.close();
      await migrated(place, planFor(orders(3)), { allowDataLoss: ['Order.done', 'Customer.greeting'] });
      const now = await serve(orders(3), {}, undefined, place);
      t.after(async () => {
        await now.close();
        rmSync(folder, { recursive: true });
      });
      const shown = async (got: Promise<Got>): Promise<unknown> => {
        const { status, json } = await got;
        return status === 200 ? json.data.map((order: { name: string }) => order.name) : status;
      };
      assert.deepEqual(
        first.json.data.map((order: { name: string }) => order.name),
        ['a4', 'a3'],
      );
      assert.deepEqual(await shown(list(now, `sort=-name&name=a&cursor=${next}`, 1)), ['a2', 'a1']);
      assert.equal((await list(now, `cursor=${plain.json.next}`, 1)).status, 200);
      const further = (await customers(now, `&cursor=${customer.next}`)).json;
      assert.deepEqual([customer.data[0].full_name, further.data?.[0].full_name], ['Cy', 'Bo']);
      for (const more of ['sort=-name&name=b', 'sort=name&name=a', 'sort=-name'])
        assert.equal(await shown(list(now, `${more}&cursor=${next}`, 1)), 422, more);
      assert.equal(await shown(list(now, `sort=-name&name=a&cursor=${next}`, 1, theirs)), 422);
      assert.equal(await shown(list(now, `sort=-title&name=a&cursor=${next}`, 3)), 422);
    });
  });
}

/** What is answered, but for the identity: members in their order. */
function seen({ status, json }: Got): unknown {
  if (status >= 400) {
    const { type, errors } = json;
    return { status, type, errors };
  }
  const { id: _, ...rest } = json;
  return { status, text: JSON.stringify(rest) };
}

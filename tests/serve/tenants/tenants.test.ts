import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readStream } from '../streams/streams.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { market } from './market.fixture.ts';

const nothing = '01890a5d-ac96-774b-bcce-b302099a8057';

for (const [name, addressOf] of everyStore) {
  describe(`the line Tenant ${name}`, () => {
    let served: Served;
    let operator: string;
    const shops: Record<string, string> = {};
    const products: Record<string, string> = {};
    const clerks: Record<string, string> = {};
    const keyOf = (shop: string, ...scopes: string[]): Promise<string> => served.key(scopes, { shop: shops[shop] });
    const ask = (line: string, key: string, body?: unknown, version = '2'): Promise<Got> =>
      served.ask(line, { key, headers: { V: version }, ...(body === undefined ? {} : { body }) });
    const bare = ({ status, text }: Got): string => `${status} ${text.replace(/"urn:uuid:[^"]*"/, '')}`;
    const titlesOf = ({ json }: Got): string[] => json.data.map(({ title }: { title: string }) => title).toSorted();

    before(async () => {
      served = await serve(market, {}, undefined, await addressOf());
      operator = await served.key(['operator'], {});
      assert.equal((await ask('POST /countries', operator, { id: 'FR' })).status, 201);
      for (const shop of ['north', 'south']) {
        shops[shop] = (await ask('POST /shops', operator, { name: shop })).json.id;
        clerks[shop] = await keyOf(shop, 'clerk');
        const made = await ask('POST /products', clerks[shop]!, {
          code: 'A',
          title: `Tea ${shop}`,
          price: 50,
          origin: 'FR',
        });
        assert.equal(made.json.shop, shops[shop], made.text);
        products[shop] = made.json.id;
      }
    });
    after(() => served.close());

    test('records of another tenant are not found, as those that do not exist', async () => {
      for (const [own, other] of [
        ['north', 'south'],
        ['south', 'north'],
      ] as const) {
        const key = clerks[own]!;
        assert.equal((await ask(`GET /products/${products[own]}`, key)).status, 200);
        assert.deepEqual(titlesOf(await ask('GET /products', key)), [`Tea ${own}`]);
        for (const [method, body] of [
          ['GET', undefined],
          ['PATCH', { price: 1 }],
          ['DELETE', undefined],
        ] as const) {
          const [hidden, absent] = [products[other], nothing].map((id) => ask(`${method} /products/${id}`, key, body));
          assert.equal(bare(await hidden!), bare(await absent!), method);
          assert.equal((await hidden!).status, 404);
        }
      }
    });

    test('clients do not send the tenant, and a credential without one creates nothing', async () => {
      const body = { code: 'B', title: 'B', price: 1 };
      const sent = await ask('POST /products', clerks.north!, { ...body, shop: shops.south });
      assert.deepEqual([sent.status, sent.json.errors[0].pointer], [422, '/shop']);
      const key = await served.key(['clerk'], {});
      assert.equal((await ask('POST /products', key, body)).status, 403);
      assert.deepEqual(titlesOf(await ask('GET /products', key)), []);
    });

    test('values are unique within a tenant, and numbers count within it', async () => {
      const again = { code: 'A', title: 'Coffee', price: 1 };
      assert.equal((await ask('POST /products', clerks.north!, again)).json.code, 'not_unique');
      const title = { code: 'C', title: 'TEA SOUTH', price: 1 };
      assert.equal((await ask('POST /products', clerks.south!, title)).json.code, 'not_unique');
      const made = await ask('POST /products', clerks.north!, title);
      assert.deepEqual([made.status, made.json.place], [201, 2]);
      assert.equal((await ask(`DELETE /products/${made.json.id}`, clerks.north!)).status, 204);
      for (const shop of ['north', 'south'])
        assert.equal((await ask(`PATCH /products/${products[shop]}`, clerks[shop]!, { pinned: true })).status, 200);
      const second = await ask('POST /products', clerks.south!, { code: 'P', title: 'P', price: 1, pinned: true });
      assert.equal(second.json.code, 'not_unique');
    });

    test('a reference names a record of the same tenant, or a shared one', async () => {
      const sell = (shop: string, product: string | undefined): Promise<Got> =>
        ask('POST /sales', clerks[shop]!, { product });
      const [foreign, absent] = [await sell('north', products.south), await sell('north', nothing)];
      assert.equal(foreign.status, 422);
      assert.equal(bare(foreign), bare(absent));
      assert.equal((await sell('north', products.north)).json.product.id, products.north);
      assert.equal((await ask('GET /countries/FR', clerks.south!)).status, 200);
    });

    test('a condition of the row holds as well', async () => {
      const visitor = await keyOf('south', 'visitor');
      assert.deepEqual(titlesOf(await ask('GET /products', visitor)), ['Tea south']);
      const cheap = { code: 'V', title: 'Cheap', price: 5 };
      const { json } = await ask('POST /products', clerks.south!, cheap);
      assert.equal((await ask(`GET /products/${json.id}`, visitor)).status, 404);
      assert.equal((await ask(`GET /products/${products.north}`, visitor)).status, 404);
      assert.equal((await ask(`DELETE /products/${json.id}`, clerks.south!)).status, 204);
    });

    test('a record that is a tenant is seen by its own callers and by operators', async () => {
      const owner = await keyOf('north', 'owner');
      assert.equal((await ask(`GET /shops/${shops.north}`, owner)).status, 200);
      assert.equal((await ask(`GET /shops/${shops.south}`, owner)).status, 404);
      assert.equal((await ask(`PATCH /shops/${shops.south}`, owner, { name: 'x' })).status, 404);
      assert.equal((await ask('POST /shops', owner, { name: 'mine' })).status, 403);
      assert.equal((await ask(`GET /shops/${shops.south}`, operator)).status, 200);
    });

    test('an operator works over all tenants, and creates in the own one only', async () => {
      assert.deepEqual(titlesOf(await ask('GET /products', operator)), ['Tea north', 'Tea south']);
      assert.equal((await ask(`PATCH /products/${products.south}`, operator, { price: 200 })).status, 200);
      const body = { code: 'O', title: 'O', price: 0 };
      assert.equal((await ask('POST /products', operator, body)).status, 403);
      const inside = await served.key(['operator'], { shop: shops.north });
      const made = await ask('POST /products', inside, body);
      assert.equal(made.json.shop, shops.north);
      const offers = titlesOf(await served.ask('GET /offers'));
      assert.deepEqual(offers, ['Tea north', 'Tea south']);
      assert.equal((await ask(`DELETE /products/${made.json.id}`, clerks.north!)).status, 204);
    });

    test('callers of an older version have the same tenants', async () => {
      const key = clerks.south!;
      const { json } = await ask(`GET /products/${products.south}`, key, undefined, '1');
      assert.deepEqual([json.name, json.shop], ['Tea south', shops.south]);
      assert.equal((await ask(`GET /products/${products.north}`, key, undefined, '1')).status, 404);
      const taken = await ask('POST /products', key, { code: 'A', name: 'x', price: 1 }, '1');
      assert.equal(taken.json.code, 'not_unique');
      const made = await ask('POST /products', key, { code: 'OLD', name: 'Old', price: 1 }, '1');
      assert.equal(made.json.shop, shops.south);
      assert.equal((await ask(`DELETE /products/${made.json.id}`, key)).status, 204);
    });

    test('events reach their own tenant, in lists and in streams', async () => {
      const streams = await Promise.all(
        ['north', 'south'].map((shop) => readStream(fetch, `${served.address}/stream`, clerks[shop]!, { V: '2' })),
      );
      for (const code of ['E', 'F']) {
        for (const shop of ['north', 'south']) {
          const made = await ask('POST /products', clerks[shop]!, { code, title: code, price: 1 });
          assert.equal(made.status, 201);
        }
      }
      for (const [at, shop] of ['north', 'south'].entries()) {
        await streams[at]!.events(2);
        const listed = (await ask('GET /events', clerks[shop]!)).json.data;
        assert.ok(listed.length >= 2);
        assert.deepEqual([...new Set(listed.map(({ body }: { body: { shop: string } }) => body.shop))], [shops[shop]]);
      }
      const all = (await ask('GET /events', operator)).json.data;
      assert.equal(new Set(all.map(({ body }: { body: { shop: string } }) => body.shop)).size, 2);
      for (const [at, shop] of ['north', 'south'].entries()) {
        const { blocks, stop } = streams[at]!;
        stop();
        assert.deepEqual([...new Set(blocks.map(({ data }) => JSON.parse(data!).data.shop))], [shops[shop]]);
      }
    });
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { market } from './market.fixture.ts';

/** The market, where all callers read the products of all shops, and each change of a product sells it. */
const open = [
  ['| operator | create Country | |', '| operator | create Country | |\n| clerk | read Product | all tenants |'],
  [
    'update Product, create Product, list events',
    'update Product, create Product, create Sale, read Sale, list events',
  ],
  [
    '| create Hook |',
    '| read Sale | GET | /sales/{id} | | 200 `Sale` |\n| list Sale | GET | /sales | | 200 `{ data: Sale[] }` |\n| create Hook |',
  ],
  [
    '## States and transitions\n\nNone.',
    `## States and transitions

### Product

| Transition | Effect |
| --- | --- |
| update | \`create Sale(product: id)\` |`,
  ],
].reduce((text, [from, to]) => {
  assert.ok(text.includes(from!), from);
  return text.replace(from!, to!);
}, market);

for (const [name, addressOf] of everyStore) {
  describe(`references between tenants ${name}`, () => {
    let served: Served;
    let operator: string;
    const shops: Record<string, string> = {};
    const products: Record<string, string> = {};
    const clerks: Record<string, string> = {};
    const ask = (line: string, key: string, body?: unknown, version = '2'): Promise<Got> =>
      served.ask(line, { key, headers: { V: version }, ...(body === undefined ? {} : { body }) });
    const salesOf = async (shop: string): Promise<string[]> =>
      (await ask('GET /sales', clerks[shop]!)).json.data.map(({ product }: { product: string }) => product);

    before(async () => {
      served = await serve(open, {}, undefined, await addressOf());
      operator = await served.key(['operator'], {});
      assert.equal((await ask('POST /countries', operator, { id: 'FR' })).status, 201);
      for (const shop of ['north', 'south']) {
        shops[shop] = (await ask('POST /shops', operator, { name: shop })).json.id;
        clerks[shop] = await served.key(['clerk'], { shop: shops[shop] });
        const made = await ask('POST /products', clerks[shop]!, { code: 'A', title: shop, price: 5, origin: 'FR' });
        assert.equal(made.json.origin, 'FR', made.text);
        products[shop] = made.json.id;
      }
    });
    after(() => served.close());

    test('a record names records of its own tenant and shared ones, also for callers who read those of all', async () => {
      const inside = await served.key(['operator'], { shop: shops.north });
      assert.equal((await ask(`GET /products/${products.south}`, clerks.north!)).status, 200);
      for (const key of [clerks.north!, inside]) {
        for (const version of ['2', '1']) {
          const own = await ask('POST /sales', key, { product: products.north }, version);
          assert.equal(own.status, 201, own.text);
          const [other, none] = [products.south, '01890a5d-ac96-774b-bcce-b302099a8057'].map((product) =>
            ask('POST /sales', key, { product }, version),
          );
          const [refused, absent] = [await other!, await none!];
          assert.deepEqual([refused.status, absent.status], [422, 422], refused.text);
          assert.deepEqual(refused.json.errors, absent.json.errors);
          assert.equal(refused.json.errors[0].pointer, '/product');
        }
      }
      assert.deepEqual(await salesOf('south'), []);
    });

    test('an effect creates records of the tenant of its own record, whoever the caller is', async () => {
      const inside = await served.key(['operator'], { shop: shops.north });
      for (const [at, key] of [operator, inside, clerks.south!].entries()) {
        const got = await ask(`PATCH /products/${products.south}`, key, { price: 10 + at });
        assert.equal(got.status, 200, got.text);
        assert.deepEqual(
          await salesOf('south'),
          Array.from({ length: at + 1 }, () => products.south),
        );
      }
    });
  });
}

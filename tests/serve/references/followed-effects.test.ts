import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Effects on other records whose values and conditions follow references of the record, of items, and of the other record. */
const text = documentText('Orders', {
  resources: `### Region

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| fee | integer | required |

### Maker

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| region | ref Region | required |
| orders | integer | default 0 |

### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| maker | ref Maker | required |
| stock | integer | required |
| cost | integer | default 0 |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| product | ref Product | required |
| more | Line[] | default [] |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| product | ref Product | required |
| quantity | integer | required |`,
  states: `### Order

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| — | place | — | \`product.maker.region.fee < 100\` | \`product.cost = product.cost + product.maker.region.fee\`; \`more.each(l, l.product.maker.region.fee > 5, l.product.stock = l.product.stock - l.quantity)\`; \`Maker.each(m, m.shop == shop and m.region.fee == product.maker.region.fee, m.orders = m.orders + m.region.fee)\` |
| — | clear | — | | \`Region.each(r, r.id == product.maker.region, r.fee = 1)\`; \`more.each(l, Maker.each(m, m.id == l.product.maker, m.orders = l.quantity))\` |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read, update Region | /regions |
| create, read Maker | /makers |
| create, read Product | /products |
| create, place, clear Order | /orders |`,
  authentication: keyed('| all | all | `shop == caller.shop` |'),
  errors: '- Codes: named after conditions',
});

for (const [store, address] of everyStore) {
  describe(`effects that follow several references ${store}`, () => {
    test('read the records of the record, of its items and of the other record', async (t) => {
      const served = await serveIn(t, text, {}, undefined, await address());
      const [north, south] = [
        await served.key(['all'], { shop: 'north' }),
        await served.key(['all'], { shop: 'south' }),
      ];
      const made = async (path: string, body: object, key = north): Promise<number> => {
        const { status, json } = await served.ask(`POST ${path}`, { key, body });
        assert.equal(status, 201, JSON.stringify(json));
        return json.id;
      };
      const read = async (path: string, key = north) => (await served.ask(`GET ${path}`, { key })).json;
      const [dear, cheap] = [await made('/regions', { fee: 7 }), await made('/regions', { fee: 2 })];
      const makers = [
        await made('/makers', { region: dear }),
        await made('/makers', { region: cheap }),
        await made('/makers', { region: dear }),
      ];
      const products: number[] = [];
      for (const maker of makers) products.push(await made('/products', { maker, stock: 10 }));
      const theirs = await made('/makers', { region: await made('/regions', { fee: 7 }, south) }, south);
      const more = products.map((product, i) => ({ product, quantity: i + 1 }));
      const order = await made('/orders', { product: products[0], more });
      const place = () => served.ask(`POST /orders/${order}/place`, { key: north });
      assert.equal((await place()).status, 200);
      const stocks = async () => {
        const all = await Promise.all(products.map((id) => read(`/products/${id}`)));
        return all.map(({ stock, cost }) => [stock, cost]);
      };
      assert.deepEqual(await stocks(), [
        [9, 7],
        [10, 0],
        [7, 0],
      ]);
      const counts = async () => Promise.all(makers.map(async (id) => (await read(`/makers/${id}`)).orders));
      assert.deepEqual(await counts(), [7, 0, 7]);
      assert.equal((await read(`/makers/${theirs}`, south)).orders, 0);
      await served.ask(`PATCH /regions/${dear}`, { key: north, body: { fee: 100 } });
      assert.equal((await place()).status, 409);
      const cleared = await served.ask(`POST /orders/${order}/clear`, { key: north });
      assert.equal(cleared.status, 200, cleared.text);
      assert.deepEqual([(await read(`/regions/${dear}`)).fee, (await read(`/regions/${cheap}`)).fee], [1, 2]);
      assert.deepEqual(await counts(), [1, 2, 3]);
      assert.deepEqual(served.logged, []);
    });
  });
}

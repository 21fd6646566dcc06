import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Orders', {
  resources: `### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |

### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| title | string | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| customer | ref Customer | required |
| product | ref Product | |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path | Response |
| --- | --- | --- |
| create, read Customer | /customers | |
| create, read Product | /products | |
| create, read, list Order | /orders | |
| read Order as receipt | /orders/{id}/receipt | 200 \`Order(id, customer: Customer(name))\` |

### list Order

| Parameter | Maps to |
| --- | --- |
| expand | expand customer, product |

### read Order

| Parameter | Maps to |
| --- | --- |
| expand | expand customer, product |`,
  authentication: keyed(
    `| all | create Customer, read Customer | \`shop == caller.shop\` |
| all | create Product, read Product, create Order, read Order, list Order, receipt | |
| blind | list Order | |`,
    '| shop | string |\n',
  ),
  errors: '- Codes: named after conditions',
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Order.customer | buyer | | |`,
});

for (const [name, address] of everyStore) {
  test(`a parameter expands the fields that it names, ${name}`, async (t) => {
    const served = await serveIn(t, text, {}, undefined, await address());
    const [north, south] = [await served.key(['all'], { shop: 'north' }), await served.key(['all'], { shop: 'south' })];
    const create = async (key: string, path: string, body: object) =>
      (await served.ask(`POST ${path}`, { key, body })).json;
    const customer = await create(north, '/customers', { name: 'Ann' });
    const product = await create(north, '/products', { title: 'Paper' });
    const whole = await create(north, '/orders', { customer: customer.id, product: product.id });
    const bare = await create(north, '/orders', { customer: customer.id });
    const read = async (key: string, expand: string, version = '2') => {
      const headers = { 'api-version': version };
      const one = await served.ask(`GET /orders/${whole.id}?expand=${expand}`, { key, headers });
      const list = await served.ask(`GET /orders?expand=${expand}`, { key, headers });
      assert.deepEqual(list.json.data[0], one.json);
      return list.json.data;
    };
    assert.deepEqual(await read(north, 'customer'), [
      { id: whole.id, customer, product: product.id },
      { id: bare.id, customer },
    ]);
    assert.deepEqual(await read(north, 'product'), [
      { id: whole.id, customer: customer.id, product },
      { id: bare.id, customer: customer.id },
    ]);
    const both = [
      { id: whole.id, customer, product },
      { id: bare.id, customer },
    ];
    assert.deepEqual(await read(north, 'customer,product'), both);
    assert.deepEqual(await read(north, 'product,customer,product'), both);
    assert.deepEqual(await read(north, 'buyer,product', '1'), [
      { id: whole.id, buyer: customer, product },
      { id: bare.id, buyer: customer },
    ]);
    for (const [version, field] of [
      ['2', 'customer'],
      ['1', 'buyer'],
    ] as const) {
      const { json } = await served.ask(`GET /orders/${whole.id}/receipt`, {
        key: north,
        headers: { 'api-version': version },
      });
      assert.deepEqual(json, { id: whole.id, [field]: { name: 'Ann' } });
    }
    // Of a record that the caller may not read, the identity alone is shown.
    assert.deepEqual(await read(south, 'customer,product'), [
      { id: whole.id, customer: { id: customer.id }, product },
      { id: bare.id, customer: { id: customer.id } },
    ]);
    const messageOf = async (expand: string, version: string) => {
      const got = await served.ask(`GET /orders?expand=${expand}`, { key: north, headers: { 'api-version': version } });
      return [got.status, got.json.errors?.[0]?.message];
    };
    for (const wrong of ['', 'id', 'customer,', 'customer;product', 'customer,buyer'])
      assert.deepEqual(
        await messageOf(wrong, '2'),
        [422, 'must be one or more of customer, product, separated by commas'],
        wrong,
      );
    assert.deepEqual(await messageOf('customer', '1'), [
      422,
      'must be one or more of buyer, product, separated by commas',
    ]);
  });
}

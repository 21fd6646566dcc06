import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders whose rows read what several operations send, each with a Request of its own. */
const page = documentText('Orders', {
  resources: `### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| owner | string | assigned from caller.id |
| stock | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| never_negative | \`stock >= 0\` | out_of_stock |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | required |
| owner | string | assigned from caller.id |
| title | string | required |
| place | string | |

### Line

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| order | ref Order | required; on delete cascade |
| product | ref Product | required |
| text | string | 1..5 characters |`,
  states: `### Order

| Transition | Effect |
| --- | --- |
| create | \`input.lines.each(l, create Line(order: id, product: l.product, text?: l.text))\` |
| fill | \`place ?= input.to.place\`; \`input.lines.each(l, create Line(order: id, product: l.product, text?: l.text))\`; \`input.lines.each(l, l.product.stock = l.product.stock - 1)\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read Product | /products | | |
| create Order | /orders | \`Order(id, title, lines: Line(product, text?)[])\` | 201 \`Order(all, lines: Line(text)[..20 by text])\` |
| replace Order | /orders/{id} | \`{ title: Order.title, lines?: { product: Line.product }[] }\` | 200 \`Order\`; 201 \`Order(all, lines: Line(text, product)[..20])\` when new |
| fill Order | /orders/{id}/fill | \`{ to?: { place: Order.place }, lines: { product: Line.product, text?: Line.text, more?: Line.text }[] }\` | 200 \`Order(all, lines: Line(text)[..20 by text])\` |
| fill Order as refill | /orders/{id}/refill | \`{ to?: { place: Order.place, floor: Product.stock }, lines: Line(product)[] }\` | 200 \`Order(all, lines: Line(product)[..20])\` |
| read Line | /lines/{id} | | |`,
  authentication: keyed(`| user | all Product, all Order | \`owner == caller.id\` |
| user | all Line | \`order.owner == caller.id\` |`),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| out_of_stock | 409 | |`,
});

const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

for (const [name, address] of everyStore) {
  test(`a row reads objects that several operations send, each in its own Request ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const as = async (subject: string) => {
      const key = await served.key(['user'], {}, { subject });
      return async (line: string, body?: object) => await served.ask(line, { key, body });
    };
    const [ana, bob] = [await as('ana'), await as('bob')];
    const product = (await ana('POST /products', { stock: 3 })).json.id;
    const stock = async () => (await ana(`GET /products/${product}`)).json.stock;
    const made = await ana('POST /orders', { id: ids[0], title: 'a', lines: [{ product, text: 'one' }] });
    assert.deepEqual([made.status, made.json.lines], [201, [{ text: 'one' }]], made.text);
    const put = await ana(`PUT /orders/${ids[1]}`, { title: 'b', lines: [{ product }] });
    assert.deepEqual([put.status, put.json.lines], [201, [{ product }]], put.text);
    const filled = await ana(`POST /orders/${ids[0]}/fill`, {
      to: { place: 'here' },
      lines: [{ product, text: 'two', more: 'x' }, { product }],
    });
    assert.deepEqual([filled.status, filled.json.place, filled.json.lines.length], [200, 'here', 3], filled.text);
    const again = await ana(`POST /orders/${ids[1]}/refill`, {
      to: { place: 'there', floor: 1 },
      lines: [{ product }],
    });
    assert.deepEqual([again.status, again.json.place, again.json.lines.length], [200, 'there', 2], again.text);
    assert.equal(await stock(), 0);
    const none = await ana(`POST /orders/${ids[1]}/refill`, { lines: [{ product }] });
    assert.deepEqual([none.status, none.json.code], [409, 'out_of_stock']);
    const long = await ana(`POST /orders/${ids[0]}/fill`, { lines: [{ product, text: 'too long' }] });
    assert.deepEqual([long.status, long.json.errors[0].pointer], [422, '/lines/0/text']);
    const unknown = await ana(`POST /orders/${ids[0]}/refill`, { lines: [{ product, text: 'no' }] });
    assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/lines/0/text']);
    // Each operation checks the references that it is sent.
    await bob('PUT /orders/00000000-0000-4000-8000-000000000003', { title: 'his' });
    for (const verb of ['fill', 'refill']) {
      const his = await bob(`POST /orders/00000000-0000-4000-8000-000000000003/${verb}`, { lines: [{ product }] });
      assert.deepEqual([his.status, his.json.errors[0].pointer], [422, '/lines/0/product']);
    }
  });
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders that change the shop that they refer to, and read it. */
const document = documentText('Shops', {
  resources: `### Shop

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| spent | integer | default 0 |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | ref Shop | required; on delete restrict |
| price | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| within | \`shop.spent <= 500\` | too_much |

### Log

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| order | ref Order | required; on delete cascade |
| spent | integer | required |`,
  states: `### Order

| Transition | Effect |
| --- | --- |
| create | \`shop.spent = shop.spent + price\` |
| pay | \`shop.spent = shop.spent + price\` |
| note | \`shop.spent = shop.spent + price\`; \`create Log(order: id, spent: shop.spent)\`; \`shop.spent = shop.spent + 1\`; \`create Log(order: id, spent: shop.spent)\` |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path | Response |
| --- | --- | --- |
| create, read Shop | /shops | |
| create Order | /orders | error dear when \`shop.spent > 90\`; 201 \`Order(id, spent: = shop.spent, shop: Shop)\` header X-Spent \`shop.spent\` |
| pay Order | /orders/{id}/pay | error dear when \`shop.spent > 90\`; 200 \`Order(id, spent: = shop.spent, shop: Shop)\` header X-Spent \`shop.spent\` |
| note Order | /orders/{id}/note | 204 |
| list Log | /logs | |`,
  authentication: keyed('| clerk | all | |'),
  errors: `- Codes: named after conditions

| Code | Status |
| --- | --- |
| dear | 402 |
| too_much | 409 |`,
});

for (const [name, address] of everyStore) {
  describe(`records that effects changed and expressions read through a reference, ${name}`, () => {
    test('are read as the effects left them, in responses, later effects and rules', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const key = await served.key(['clerk'], {});
      const post = (path: string, body?: object) => served.ask(`POST ${path}`, { key, body });
      const spent = async () => (await served.ask('GET /shops/1', { key })).json.spent;
      await post('/shops', {});

      const made = await post('/orders', { shop: 1, price: 30 });
      assert.deepEqual(made.json, { id: 1, spent: 30, shop: { id: 1, spent: 30 } });
      assert.equal(made.headers.get('X-Spent'), '30');
      const paid = await post('/orders/1/pay');
      assert.deepEqual([paid.json.spent, paid.headers.get('X-Spent')], [60, '60']);
      assert.deepEqual((await post('/orders/1/pay')).status, 200);
      assert.equal((await post('/orders/1/pay')).json.code, 'dear');
      assert.equal(await spent(), 120);

      assert.equal((await post('/orders/1/note')).status, 204);
      const logs = (await served.ask('GET /logs', { key })).json.data;
      assert.deepEqual(
        logs.map((log: { spent: number }) => log.spent),
        [150, 151],
      );

      const refused = await post('/orders', { shop: 1, price: 350 });
      assert.deepEqual([refused.status, refused.json.code, await spent()], [409, 'too_much', 151]);
      assert.equal((await post('/orders', { shop: 1, price: 349 })).json.code, 'dear');
      assert.equal(await spent(), 500);
    });
  });
}

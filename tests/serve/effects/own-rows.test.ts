import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders that create their receipts, whose own row sets what the effect does not give. */
const receipts = documentText('Receipts', {
  resources: `### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| price | integer | required |

### Receipt

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| order | ref Order | required; on delete cascade |
| total | integer | required |`,
  states: `### Order

| Transition | Effect |
| --- | --- |
| create | \`create Receipt(order: id)\` |

### Receipt

| Transition | Guard | Effect |
| --- | --- | --- |
| create | \`order.price > 0\` | \`total = order.price + 1\` |
| create | | |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path |
| --- | --- |
| create Order | /orders |
| list, read Receipt | /receipts |`,
  authentication: keyed('| all | create Order | |\n| all | all Receipt | `shop == caller.shop` |'),
});

for (const [name, address] of everyStore) {
  describe(`records that an effect creates ${name}`, () => {
    test('get required fields from the row of their own create, or are refused with the request', async (t) => {
      const served = await serveIn(t, receipts, {}, undefined, await address());
      const [north, south] = [
        await served.key(['all'], { shop: 'north' }),
        await served.key(['all'], { shop: 'south' }),
      ];
      const order = async (key: string, price: number) => served.ask('POST /orders', { key, body: { price } });
      assert.equal((await order(north, 5)).status, 201);
      assert.equal((await order(south, 7)).status, 201);
      const refused = await order(north, 0);
      assert.deepEqual(
        [refused.status, refused.json.errors],
        [422, [{ pointer: '', message: 'Receipt.total is required' }]],
      );
      for (const [key, totals] of [
        [north, [6]],
        [south, [8]],
      ] as const) {
        const { json } = await served.ask('GET /receipts', { key });
        assert.deepEqual(
          json.data.map(({ total }: { total: number }) => total),
          totals,
        );
      }
    });
  });
}

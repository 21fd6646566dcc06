import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const orders = documentText('Orders', {
  purpose: 'Keeps orders of clients; a client is seen by the shop that it belongs to.\n\n- In scope: orders',
  resources: `### Client

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| email | string | required |
| level | integer | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| client | ref Client | required |
| total | integer | required |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, read Client | /clients |
| create, list Order | /orders |

### list Order

| Parameter | Maps to |
| --- | --- |
| email | filter client.email = |
| not | filter client.email != |
| above | filter client.level > |
| one | filter client.level in |
| count | total |`,
  authentication: keyed(`| shop | all Client | \`shop == caller.shop\` |
| shop | all Order | |
| clerk | list Order | |
| root | all | |`),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  describe(`a filter that follows a reference ${name}`, () => {
    test('tells nobody about a record that is hidden from them', async (t) => {
      const served = await serveIn(t, orders, {}, undefined, await address());
      const a = await served.key(['shop'], { shop: 'a' });
      const b = await served.key(['shop'], { shop: 'b' });
      const clerk = await served.key(['clerk'], { shop: 'a' });
      const root = await served.key(['root'], { shop: 'r' });
      const created = async (key: string, path: string, body: object): Promise<number> => {
        const got = await served.ask(`POST ${path}`, { key, body });
        assert.equal(got.status, 201, got.text);
        return got.json.id;
      };
      const ada = await created(a, '/clients', { email: 'ada@x.test', level: 3 });
      const bob = await created(b, '/clients', { email: 'bob@x.test', level: 5 });
      await created(a, '/orders', { client: ada, total: 1 });
      await created(b, '/orders', { client: bob, total: 2 });
      const totals = async (key: string, query: string): Promise<readonly number[]> => {
        const { json, text } = await served.ask(`GET /orders?${query}`, { key });
        assert.ok(json.data !== undefined, text);
        return json.data.map(({ total }: { total: number }) => total);
      };
      assert.deepEqual(await totals(a, ''), [1, 2]);
      assert.deepEqual(await totals(a, 'email=ada@x.test'), [1]);
      assert.deepEqual(await totals(a, 'email=bob@x.test'), []);
      assert.deepEqual(await totals(b, 'email=bob@x.test'), [2]);
      assert.deepEqual(await totals(a, 'not=x'), [1]);
      assert.deepEqual(await totals(a, 'above=0'), [1]);
      assert.deepEqual(await totals(b, 'above=0'), [2]);
      assert.deepEqual(await totals(a, 'one=3,5'), [1]);
      assert.deepEqual(await totals(root, 'one=3,5'), [1, 2]);
      assert.deepEqual(await totals(root, 'email=bob@x.test'), [2]);
      assert.deepEqual(await totals(clerk, ''), [1, 2]);
      assert.deepEqual(await totals(clerk, 'email=ada@x.test'), []);
      assert.deepEqual(await totals(clerk, 'not=x'), []);
    });
  });
}

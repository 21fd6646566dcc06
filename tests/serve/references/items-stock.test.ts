import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';

const together = 30;

const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ['on SQLite', async () => 'sqlite::memory:', 1],
  ['on PostgreSQL', freshDatabase, 1],
  ['on three instances', freshDatabase, 3],
];

/** Orders take the stock of the products of their lines, if each has enough. */
const stock = documentText('Stock', {
  resources: `### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| stock | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| never_less | \`stock >= 0\` | out_of_stock |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| lines | Line[] | required |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| product | ref Product | required |
| quantity | integer | required |`,
  states: `### Order

| Transition | Guard | Effect | Error |
| --- | --- | --- | --- |
| create | \`lines.all(l, l.product.stock >= l.quantity)\` | \`lines.each(l, l.product.stock = l.product.stock - l.quantity)\` | too_few |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read Product | /products |
| create Order | /orders |`,
  authentication: keyed('| all | all | |'),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| too_few | 409 | |
| out_of_stock | 409 | |`,
});

for (const [name, address, instances] of places) {
  describe(`guards on the records of items that effects change ${name}`, () => {
    test('let exactly as many orders take the stock as there is', async (t) => {
      const at = await address();
      const all: Served[] = [];
      for (let i = 0; i < instances; i++) all.push(await serveIn(t, stock, {}, undefined, at));
      const key = await all[0]!.key(['all'], {});
      const made = async (amount: number): Promise<number> =>
        (await all[0]!.ask('POST /products', { key, body: { stock: amount } })).json.id;
      const [pen, ink] = [await made(10), await made(1_000)];
      const got = await Promise.all(
        Array.from({ length: together }, (_, i) => {
          const lines = [pen, ink].map((product) => ({ product, quantity: 1 }));
          const body = { lines: i % 2 === 0 ? lines : lines.toReversed() };
          return all[i % instances]!.ask('POST /orders', { key, body });
        }),
      );
      const counts = Map.groupBy(got, ({ status, json }) => (status === 201 ? 'done' : String(json?.code ?? status)));
      assert.deepEqual(Object.fromEntries([...counts].map(([code, some]) => [code, some.length])), {
        done: 10,
        too_few: together - 10,
      });
      const left = await Promise.all([pen, ink].map((id) => all[0]!.ask(`GET /products/${id}`, { key })));
      assert.deepEqual(
        left.map(({ json }) => json.stock),
        [0, 990],
      );
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });
  });
}

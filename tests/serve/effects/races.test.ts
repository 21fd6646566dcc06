import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { market } from './market.fixture.ts';

const together = 50;

const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ['on SQLite', async () => 'sqlite::memory:', 1],
  ['on PostgreSQL', freshDatabase, 1],
  ['on three instances', freshDatabase, 3],
];

for (const [name, address, instances] of places) {
  describe(`effects of requests at the same time ${name}`, () => {
    test('exactly as many succeed as may, and nothing is lost', async (t) => {
      const at = await address();
      const all: Served[] = [];
      for (let i = 0; i < instances; i++) all.push(await serveIn(t, market, {}, undefined, at));
      const key = await all[0]!.key(['all'], {}, { subject: 'ana' });
      const made = async (path: string, body: object): Promise<string> => {
        const got = await all[0]!.ask(`POST ${path}`, { key, body });
        assert.equal(got.status, 201, got.text);
        return got.json.id;
      };
      const race = async (lineOf: (i: number) => string) => {
        const got = await Promise.all(
          Array.from({ length: together }, (_, i) => all[i % instances]!.ask(lineOf(i), { key })),
        );
        const counts = Map.groupBy(got, ({ status, json }) => (status < 300 ? 'done' : String(json?.code ?? status)));
        return Object.fromEntries([...counts].map(([code, some]) => [code, some.length]));
      };
      const read = async (path: string) => (await all[0]!.ask(`GET ${path}`, { key })).json;

      // One more order than the stock has room for in turn takes both products, in either order of its lines.
      const [pen, ink] = [
        await made('/products', { name: 'pen', stock: 20 }),
        await made('/products', { name: 'ink', stock: 1_000 }),
      ];
      const orders: string[] = [];
      for (let i = 0; i < together; i++) {
        const order = await made('/orders', {});
        const both = i % 2 === 0 ? [pen, ink] : [ink, pen];
        for (const product of both) await made('/lines', { order, product, quantity: 1 });
        orders.push(order);
      }
      assert.deepEqual(await race((i) => `POST /orders/${orders[i]}/place`), { done: 20, out_of_stock: together - 20 });
      assert.deepEqual([(await read(`/products/${pen}`)).stock, (await read(`/products/${pen}`)).sold], [0, 20]);
      assert.deepEqual([(await read(`/products/${ink}`)).stock, (await read(`/products/${ink}`)).sold], [980, 20]);

      // Of many times the same order is cancelled once.
      const placed = orders.slice();
      const states = await Promise.all(placed.map((order) => read(`/orders/${order}`)));
      const first = states.find(({ status }) => status === 'placed').id;
      assert.deepEqual(await race(() => `POST /orders/${first}/cancel`), { done: 1, wrong_state: together - 1 });
      assert.equal((await read(`/products/${pen}`)).stock, 1);

      // A relation is made once, however often it is asked for at the same time.
      const person = await made('/people', { name: 'Zoe' });
      assert.deepEqual(await race(() => `POST /people/${person}/follow`), { done: together });
      assert.equal((await read(`/people/${person}`)).followers, 1);
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });
  });
}

const bank = documentText('Bank', {
  resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| balance | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| covered | \`balance >= 0\` | |

### Transfer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| from | ref Account | required |
| to | ref Account | required |
| amount | integer | required; 1.. |`,
  states: `### Transfer

| Transition | Effect |
| --- | --- |
| create | \`from.balance = from.balance - amount\`; \`to.balance = to.balance + amount\` |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read Account | /accounts |
| create Transfer | /transfers |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
});

for (const [name, address, instances] of places) {
  test(`transfers between the same accounts in both directions all succeed ${name}`, async (t) => {
    const at = await address();
    const all: Served[] = [];
    for (let i = 0; i < instances; i++) all.push(await serveIn(t, bank, {}, undefined, at));
    const key = await all[0]!.key(['all'], {});
    const open = async (balance: number): Promise<string> =>
      (await all[0]!.ask('POST /accounts', { key, body: { balance } })).json.id;
    const accounts = [await open(1_000), await open(1_000)];
    const got = await Promise.all(
      Array.from({ length: together }, (_, i) => {
        const body = { from: accounts[i % 2], to: accounts[1 - (i % 2)], amount: 1 + (i % 2) };
        return all[i % instances]!.ask('POST /transfers', { key, body });
      }),
    );
    assert.deepEqual(new Set(got.map(({ status }) => status)), new Set([201]));
    const balances = await Promise.all(
      accounts.map(async (id) => (await all[0]!.ask(`GET /accounts/${id}`, { key })).json.balance),
    );
    assert.deepEqual(balances, [1_000 + together / 2, 1_000 - together / 2]);
  });
}

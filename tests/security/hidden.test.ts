import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Got, Served } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { invoiceOf, traceparent, two, unknown } from './hidden.fixture.ts';

// What one tenant learns of another's records (S34, S36): nothing. The whole table of who may what is tests/matrix.test.ts.

/** All that could tell two answers apart. */
function shown({ status, headers, text }: Got): object {
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') };
}

/** All rows of all tables. */
async function rowsOf({ plan, store }: Served): Promise<string> {
  const found: unknown[] = [];
  for (const { name, identity } of plan.resources) {
    const query = store.prepare({
      resource: name,
      conditions: [],
      order: [{ field: identity, descending: false }],
    });
    found.push((await query.many({ conditions: [], now: 0 })).rows);
  }
  return JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Every request in which an identity can stand: path, body, query, filter, nested path. */
const places: readonly (readonly [line: string, body?: object])[] = [
  ['GET /customers/:customer'],
  ['PATCH /customers/:customer', { name: 'Eve' }],
  ['PUT /customers/:customer', { name: 'Eve', email: 'eve@example.com' }],
  ['DELETE /customers/:customer'],
  ['GET /customers/:customer/invoices'],
  ['GET /invoices/:invoice'],
  ['PATCH /invoices/:invoice', { memo: 'x' }],
  ['DELETE /invoices/:invoice'],
  ['POST /invoices/:invoice/send'],
  ['POST /invoices/:invoice/pay', { amount: 5 }],
  ['POST /invoices/:invoice/withdraw'],
  ['POST /invoices', invoiceOf(':customer')],
  ['POST /reminders', { invoice: ':invoice', text: 'x' }],
  ['GET /reminders/:reminder'],
  ['POST /reminders/:reminder/see'],
  ['DELETE /reminders/:reminder'],
  ['GET /tags/:tag'],
  ['PUT /tags/mine', { invoice: ':invoice' }],
  ['GET /invoices?customer=:customer'],
  ['GET /invoices?expand=customer&customer=:customer'],
];

for (const [store, addressOf] of everyStore) {
  describe(`what is hidden ${store}`, () => {
    test("S34: another tenant's identities in path, body, query, filter and nested path are answered byte for byte as unknown ones", async (t) => {
      const { served, b, ids } = await two(await addressOf());
      t.after(() => served.close());
      const put = (text: string, by: typeof unknown): string =>
        text.replaceAll(/:(customer|invoice|reminder|tag)\b/g, (_, name: keyof typeof unknown) => by[name]);
      const before = await rowsOf(served);
      for (const [line, body] of places) {
        const ask = (by: typeof unknown): Promise<Got> =>
          served.ask(put(line, by), {
            key: b,
            ...(body === undefined ? {} : { text: put(JSON.stringify(body), by) }),
            headers: { traceparent, ...(/^(?:PATCH|DELETE)/.test(line) ? { 'If-Match': '*' } : {}) },
          });
        const [theirs, none] = [await ask(ids), await ask(unknown)];
        assert.deepEqual(shown(theirs), shown(none), line);
        assert.ok(
          theirs.status === 404 || theirs.status === 422 || theirs.text.includes('"data":[]'),
          `${line} ${theirs.text}`,
        );
        assert.equal(await rowsOf(served), before, line);
      }
    });

    test('S34: a value that is taken by another tenant is reported as taken only where it must be unique among all', async (t) => {
      const { served, b } = await two(await addressOf());
      t.after(() => served.close());
      const made = await served.ask('POST /customers', { key: b, body: { name: 'Ada', email: 'ada@example.com' } });
      assert.equal(made.status, 201, made.text);
      const taken = await served.ask('PUT /tags/theirs', { key: b, body: { color: 'red' } });
      assert.deepEqual([taken.status, taken.json.code], [409, 'taken']);
    });

    test('S36: lists, searches, counts, orders and pages of one tenant stay byte for byte the same whatever another does', async (t) => {
      const { served, a, b } = await two(await addressOf());
      t.after(() => served.close());
      const own: string[] = [];
      for (const name of ['Cy', 'Dee', 'Eve']) {
        const { id } = (await served.ask('POST /customers', { key: b, body: { name, email: `${name}@example.com` } }))
          .json;
        await served.ask('POST /invoices', { key: b, body: invoiceOf(id) });
        own.push(id);
      }
      const first = (await served.ask('GET /customers?limit=1', { key: b })).json.next as string;
      const lines = [
        'GET /customers',
        'GET /customers?limit=1',
        `GET /customers?limit=1&cursor=${encodeURIComponent(first)}`,
        'GET /customers?q=example',
        'GET /customers?email=ada@example.com',
        'GET /invoices',
        ...['created_at', 'due_on', 'total'].map((sort) => `GET /invoices?sort=${sort}`),
        'GET /invoices?expand=customer',
        'GET /invoices?mail=ada@example.com',
        'GET /invoices?sort=paid',
        'GET /invoices?sort=shop',
        'GET /invoices?sort=customer.email',
        'GET /invoices?sort=total;shop',
        'GET /invoices?shop=a',
        'GET /customers?q=ada',
        'GET /customers?q=a&q=d',
        'GET /customers?limit=1000000',
        'GET /reminders',
        `GET /customers/${own[0]}/invoices`,
      ];
      const all = async (): Promise<object[]> => {
        const got: object[] = [];
        for (const line of lines) got.push(shown(await served.ask(line, { key: b, headers: { traceparent } })));
        return got;
      };
      const before = await all();
      for (let i = 0; i < 12; i++) {
        const body = { name: `Cy ${i}`, email: `n${i}@example.com` };
        const { id } = (await served.ask('POST /customers', { key: a, body })).json;
        const invoice = (await served.ask('POST /invoices', { key: a, body: invoiceOf(id) })).json.id;
        await served.ask('POST /reminders', { key: a, body: { invoice, text: 'pay' } });
      }
      assert.deepEqual(await all(), before);
      assert.equal((await served.ask('GET /customers', { key: b })).json.count, 3);
    });
  });
}

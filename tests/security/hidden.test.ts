import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { type Got, type Served, serve } from '../../src/serve/served.fixture.ts';
import { shop } from '../../src/serve/shop.fixture.ts';
import { everyStore } from '../../src/serve/stores.fixture.ts';

// What one tenant learns of another's records (S34 to S36): nothing. The whole table of who may what is tests/matrix.test.ts.

const document = shop
  .replace('| email | filter email = | | |', '| email | filter email = | | |\n| q | search name, email | | |')
  .replace(
    '### Preconditions',
    '### Idempotency\n\n| Operations | Key | Kept for | When absent |\n| --- | --- | --- | --- |\n| create Invoice | header Idempotency-Key | 24 hours | allowed |\n\n### Preconditions',
  )
  .replace(
    '| too_large |',
    '| reused | 422 | idempotency key reused | | |\n| working | 409 | still in progress | | |\n| too_large |',
  );

const unknown = {
  customer: 'cus_01h455vb4pex5vsknk084sn02q',
  invoice: 'inv_01h455vb4pex5vsknk084sn02q',
  reminder: '01890a5d-ac96-774b-bcce-b302099a8057',
  tag: 'nobodys',
};
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

interface Two {
  readonly served: Served;
  readonly a: string;
  readonly b: string;
  readonly ids: typeof unknown;
}

async function two(address: string): Promise<Two> {
  const served = await serve(document, { explain: 'never' }, undefined, address);
  const scopes = ['read', 'write', 'tags'];
  const [a, b] = [await served.key(scopes, { shop: 'a' }), await served.key(scopes, { shop: 'b' })];
  const make = async (line: string, body: object): Promise<string> => {
    const got = await served.ask(line, { key: a, body });
    assert.equal(got.status, 201, got.text);
    return got.json.id;
  };
  const customer = await make('POST /customers', { name: 'Ada', email: 'ada@example.com' });
  const invoice = await make('POST /invoices', invoiceOf(customer));
  const reminder = await make('POST /reminders', { invoice, text: 'pay' });
  await make('PUT /tags/theirs', { color: 'red', invoice });
  return { served, a, b, ids: { customer, invoice, reminder, tag: 'theirs' } };
}

const invoiceOf = (customer: string): object => ({
  customer,
  currency: 'EUR',
  lines: [{ text: 'x', quantity: 1, price: 5 }],
  due_on: '2999-01-01',
});

/** All that could tell two answers apart. */
function shown({ status, headers, text }: Got): object {
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') };
}

/** All rows of all tables. */
async function rowsOf({ plan, store }: Served): Promise<string> {
  const found: unknown[] = [];
  for (const { name, identity } of plan.resources) {
    const question = store.question({
      resource: name,
      conditions: [],
      order: [{ field: identity, descending: false }],
    });
    found.push((await question.many({ conditions: [], now: 0 })).rows);
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

    test('S34: a value that is taken by another tenant is told as taken only where it must be unique among all', async (t) => {
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

test('S35: of 10,000 neighbouring identities none says whether a record has it', async (t) => {
  const { served, a, b, ids } = await two('sqlite::memory:');
  t.after(() => served.close());
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const theirs = [ids.customer];
  for (let i = 0; i < 20; i++) {
    const body = { name: `N${i}`, email: `n${i}@example.com` };
    theirs.push((await served.ask('POST /customers', { key: a, body })).json.id);
  }
  const guesses = new Set(theirs);
  for (let at = ids.customer.length - 1; guesses.size < 10_000; at--) {
    for (const id of theirs) {
      for (const digit of digits) {
        for (const next of digits) guesses.add(`${id.slice(0, at - 1)}${digit}${next}${id.slice(at + 1)}`);
      }
    }
  }
  const asked = [...guesses].slice(0, 10_000);
  const heads = asked.map((id, i) =>
    [
      `GET /customers/${id} HTTP/1.1`,
      'Host: shop',
      `Authorization: Bearer ${b}`,
      `traceparent: ${traceparent}`,
      i === asked.length - 1 ? 'Connection: close' : 'X: y',
      '',
      '',
    ].join('\r\n'),
  );
  const text = await pipelined(served.address, heads.join(''));
  const answers = text
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .map((one) => one.replace(/^(?:Date|Connection|Keep-Alive): .*\r\n/gim, ''));
  assert.equal(answers.length, asked.length);
  assert.equal(new Set(answers).size, 1, [...new Set(answers)].slice(0, 2).join('\n'));
  assert.match(answers[0]!, /^HTTP\/1\.1 404/);
  for (const id of theirs) assert.equal((await served.ask(`GET /customers/${id}`, { key: a })).status, 200);
});

function pipelined(address: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

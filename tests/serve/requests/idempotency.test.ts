import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Asked, type Got, type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const rows = `### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Invoice, update Invoice, delete Customer, create Customer, pay Invoice, create Tag | header Idempotency-Key | 24 hours | allowed |
| send Invoice | header Idempotency-Key | | refused |

### Preconditions`;
const codes = `| key_missing | 400 | idempotency key missing | | |
| key_reused | 422 | idempotency key reused | | |
| in_progress | 409 | idempotency key in progress | | |
| broken | 500 |`;
const document = shop
  .replace('### Preconditions', rows)
  .replace('| broken | 500 |', codes)
  .replace('| data | object | | |', '| data | object | | |\n| level | int64 | | |')
  .replace('200 `Invoice` | |\n| delete Invoice', '200 `Invoice` header X-Sum `string(total)` | |\n| delete Invoice');

const customer = { name: 'A', email: 'a@example.com' };
const line = { text: 'x', quantity: 1, price: 100 };

for (const [store, address] of everyStore) {
  describe(`idempotency keys ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let moment = Date.UTC(2026, 10, 20, 9);
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
      const scopes = ['read', 'write', 'tags'];
      north = await served.key(scopes, { shop: 'north' });
      south = await served.key(scopes, { shop: 'south' });
    });
    after(() => served.close());

    const ask = (text: string, idempotencyKey: string, body?: unknown, more: Asked = {}): Promise<Got> =>
      served.ask(text, {
        key: north,
        ...(body === undefined ? {} : { body }),
        ...more,
        headers: { 'Idempotency-Key': idempotencyKey, ...more.headers },
      });
    const customers = async (key: string): Promise<number> => (await served.ask('GET /customers', { key })).json.count;
    const newCustomer = async (email: string, key = north): Promise<string> =>
      (await served.ask('POST /customers', { key, body: { name: 'B', email } })).json.id;
    const newInvoice = async (of: string, key = north): Promise<string> => {
      const body = { customer: of, currency: 'EUR', lines: [line], due_on: '2027-01-01' };
      return (await served.ask('POST /invoices', { key, body })).json.id;
    };

    test('a repeated request has one effect and gets the kept status, headers and body', async () => {
      const first = await ask('POST /customers', '"one"', customer);
      assert.equal(first.status, 201);
      const count = await customers(north);
      const again = await ask('POST /customers', '"one"', customer);
      assert.equal(again.status, 201);
      assert.equal(again.text, first.text);
      for (const name of ['location', 'etag', 'content-type', 'cache-control']) {
        assert.equal(again.headers.get(name), first.headers.get(name), name);
      }
      assert.ok(first.headers.get('location'));
      assert.equal(await customers(north), count);
    });

    test('a key as a string and the same key bare are one; member order, spaces and forms of a number do not matter', async () => {
      const first = await ask('POST /customers', '"k-2"', {
        name: 'C',
        email: 'c@example.com',
        level: 10,
        data: { a: 1, b: [2] },
      });
      assert.equal(first.status, 201);
      const text = '{ "data": {"b":[2e0],"a":1.0}, "level": 1e1, "email":"c@example.com", "name":"\\u0043" }';
      const again = await ask('POST /customers', 'k-2', undefined, { text });
      assert.deepEqual([again.status, again.text], [201, first.text]);
    });

    test('a key of another form or length is refused before anything is looked up', async () => {
      for (const value of ['""', '"a', 'a b', '"a", "b"', '"a\\x"', '?1', `"${'k'.repeat(256)}"`, '"k";a=1', 'a,b']) {
        const got = await ask('POST /customers', value, customer);
        assert.deepEqual([got.status, got.json.code], [400, 'malformed'], value);
        assert.equal(got.json.errors[0].parameter, 'Idempotency-Key');
      }
      const long = await ask('POST /customers', `"${'k'.repeat(255)}"`, { name: 'L', email: 'l@example.com' });
      assert.equal(long.status, 201);
      const quoted = await ask('POST /customers', '"a \\" \\\\ b"', { name: 'Q', email: 'q@example.com' });
      assert.equal(quoted.status, 201);
    });

    test('another body, target, or attributes under one key is told, and does nothing', async () => {
      const id = await newCustomer('reuse@example.com');
      const first = await ask('POST /customers', 'reuse', { name: 'R', email: 'r@example.com' });
      assert.equal(first.status, 201);
      const count = await customers(north);
      const other = await ask('POST /customers', 'reuse', { name: 'S', email: 's@example.com' });
      assert.deepEqual([other.status, other.json.code], [422, 'key_reused']);
      assert.equal((await ask('POST /customers?', 'reuse', { name: 'R', email: 'r@example.com' })).status, 201);
      assert.equal(await customers(north), count);
      const one = await newInvoice(id);
      const two = await newInvoice(id);
      assert.equal((await ask(`POST /invoices/${one}/send`, 'reuse')).status, 200);
      assert.equal((await ask(`POST /invoices/${two}/send`, 'reuse')).status, 422);
      assert.equal((await served.ask(`GET /invoices/${two}`, { key: north })).json.status, 'draft');
    });

    test('two callers with one key do not meet, and a caller whose scopes or attributes have changed does not get the outcome', async () => {
      const body = { name: 'T', email: 't@example.com' };
      const mine = await ask('POST /customers', 'shared', body);
      const theirs = await ask('POST /customers', 'shared', body, { key: south });
      assert.deepEqual([mine.status, theirs.status], [201, 201]);
      assert.notEqual(mine.json.id, theirs.json.id);
      assert.equal(theirs.json.shop, 'south');
      const moved = await served.key(['read', 'write'], { shop: 'south' }, { subject: 'subject-1' });
      const got = await ask('POST /customers', 'shared', body, { key: moved });
      assert.deepEqual([got.status, got.json.code], [422, 'key_reused']);
      assert.ok(!got.text.includes(mine.json.id));
      const rotated = await served.key(['tags', 'write', 'read'], { shop: 'north' }, { subject: 'subject-1' });
      assert.equal((await ask('POST /customers', 'shared', body, { key: rotated })).text, mine.text);
      const weaker = await served.key(['read'], { shop: 'north' }, { subject: 'subject-1' });
      assert.equal((await ask('POST /customers', 'shared', body, { key: weaker })).status, 403);
      const narrower = await served.key(['write'], { shop: 'north' }, { subject: 'subject-1' });
      const other = await ask('POST /customers', 'shared', body, { key: narrower });
      assert.deepEqual([other.status, other.json.code], [422, 'key_reused']);
    });

    test('a missing key is refused where the document says so, and allowed elsewhere', async () => {
      const id = await newInvoice(await newCustomer('missing@example.com'));
      const got = await served.ask(`POST /invoices/${id}/send`, { key: north });
      assert.deepEqual([got.status, got.json.code], [400, 'key_missing']);
      assert.equal((await served.ask(`GET /invoices/${id}`, { key: north })).json.status, 'draft');
      assert.equal((await ask(`POST /invoices/${id}/send`, 'missing')).status, 200);
    });

    test('a refusal that reached the record is kept, and what it would have done is undone', async () => {
      const of = await newCustomer('kept@example.com');
      const id = await newInvoice(of);
      const wrong = await ask(`POST /invoices/${id}/pay`, 'pay', { amount: 100 });
      assert.deepEqual([wrong.status, wrong.json.code], [409, 'wrong_state']);
      assert.equal((await ask(`POST /invoices/${id}/send`, 'go')).status, 200);
      const again = await ask(`POST /invoices/${id}/pay`, 'pay', { amount: 100 });
      assert.deepEqual([again.status, again.text], [409, wrong.text], 'kept although it would succeed now');
      const guard = await ask(`POST /invoices/${id}/pay`, 'over', { amount: 101 });
      assert.deepEqual([guard.status, guard.json.code], [409, 'overpaid']);
      assert.equal((await ask(`POST /invoices/${id}/pay`, 'over', { amount: 101 })).text, guard.text);
      const taken = await ask('POST /customers', 'twice', { name: 'K', email: 'kept@example.com' });
      assert.deepEqual([taken.status, taken.json.code], [409, 'email_taken']);
      assert.equal((await ask('POST /customers', 'twice', { name: 'K', email: 'kept@example.com' })).text, taken.text);
      const rule = { customer: of, currency: 'EUR', lines: [{ ...line, price: 0 }], due_on: '2027-01-01' };
      const broken = await ask('POST /invoices', 'rule', rule);
      assert.deepEqual([broken.status, broken.json.code], [422, 'nothing_to_pay']);
      assert.equal((await ask('POST /invoices', 'rule', rule)).text, broken.text);
      const used = await ask(`DELETE /customers/${of}`, 'used');
      assert.deepEqual([used.status, used.json.code], [409, 'in_use']);
      assert.equal((await ask(`DELETE /customers/${of}`, 'used')).text, used.text);
      const old = { headers: { 'If-Match': '"0-0"' } };
      const stale = await ask(`PATCH /invoices/${id}`, 'stale', { memo: 'x' }, old);
      assert.deepEqual([stale.status, stale.json.code], [412, 'changed_meanwhile']);
      const { headers } = await served.ask(`GET /invoices/${id}`, { key: north });
      const tag = { headers: { 'If-Match': headers.get('etag')! } };
      assert.equal((await ask(`PATCH /invoices/${id}`, 'stale', { memo: 'x' }, old)).text, stale.text);
      assert.equal((await ask(`PATCH /invoices/${id}`, 'stale', { memo: 'x' }, tag)).json.code, 'key_reused');
    });

    test('a refusal before the record is not kept: the request may be tried again with the same key', async () => {
      const invalid = await ask('POST /customers', 'again', { name: '' });
      assert.equal(invalid.status, 422);
      assert.equal((await ask('POST /customers', 'again', { name: 'V', email: 'v@example.com' })).status, 201);
      const unseen = await ask('POST /invoices/inv_01k8z7rqa0faw8vvg14d2pf2db/send', 'unseen');
      assert.equal(unseen.status, 404);
      const id = await newInvoice(await newCustomer('unseen@example.com'));
      assert.equal((await ask(`POST /invoices/${id}/send`, 'unseen')).status, 200);
      const reference = {
        customer: 'cus_01k8z7rqa0faw8vvg14d2pf2db',
        currency: 'EUR',
        lines: [line],
        due_on: '2027-01-01',
      };
      assert.equal((await ask('POST /invoices', 'reference', reference)).status, 422);
      assert.equal((await ask('POST /invoices', 'reference', { ...reference, memo: 'y' })).status, 422);
    });

    test('fifty requests at once with one key have one effect, and one outcome', async () => {
      const count = await customers(north);
      const body = { name: 'F', email: 'fifty@example.com' };
      const all = await Promise.all(Array.from({ length: 50 }, () => ask('POST /customers', 'fifty', body)));
      assert.equal(await customers(north), count + 1);
      const made = all.filter(({ status }) => status === 201);
      assert.ok(made.length > 0);
      assert.equal(new Set(made.map(({ text }) => text)).size, 1);
      for (const got of all) {
        if (got.status === 201) continue;
        assert.deepEqual([got.status, got.json.code, got.headers.get('retry-after')], [409, 'in_progress', '1']);
      }
      assert.equal((await ask('POST /customers', 'fifty', body)).text, made[0]!.text);
    });

    test('an empty answer is kept as it is, and a repeated delete succeeds again', async () => {
      const id = await newCustomer('gone@example.com');
      assert.deepEqual([(await ask(`DELETE /customers/${id}`, 'away')).status], [204]);
      const again = await ask(`DELETE /customers/${id}`, 'away');
      assert.deepEqual([again.status, again.text], [204, '']);
      assert.equal((await served.ask(`DELETE /customers/${id}`, { key: north })).status, 404);
    });

    test('an outcome ends when its time is over, and for good where none is stated', async () => {
      const body = { name: 'E', email: 'end@example.com' };
      assert.equal((await ask('POST /customers', 'end', body)).status, 201);
      const id = await newInvoice(await newCustomer('forever@example.com'));
      const sent = await ask(`POST /invoices/${id}/send`, 'forever');
      moment += 86_400_000 - 1;
      assert.equal((await ask('POST /customers', 'end', body)).status, 201);
      moment += 1;
      const late = await ask('POST /customers', 'end', body);
      assert.deepEqual([late.status, late.json.code], [409, 'email_taken'], 'it is a new request');
      assert.equal((await ask(`POST /invoices/${id}/send`, 'forever')).text, sent.text);
      assert.ok((await served.store.expireStoredResponses(moment, 1000)) > 0);
      assert.equal((await ask(`POST /invoices/${id}/send`, 'forever')).text, sent.text);
      assert.deepEqual((await ask('POST /customers', 'end', body)).text, late.text);
    });

    test('what explains a refusal to one peer is not kept for the next', async () => {
      const of = await newInvoice(await newCustomer('explained@example.com'));
      const first = await ask(`POST /invoices/${of}/pay`, 'explained', { amount: 1 });
      assert.ok(first.headers.get('nonet-explain'));
      const again = await ask(`POST /invoices/${of}/pay`, 'explained', { amount: 1 });
      assert.deepEqual([again.text, again.headers.get('nonet-explain')], [first.text, null]);
    });
  });
}

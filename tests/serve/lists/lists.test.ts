import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

let served: Served;
let key: string;
let foreign: string;
const made: { id: string; due_on: string; total: number; customer: string }[] = [];
let now = Date.parse('2026-11-21T10:00:00.000Z');

before(async () => {
  served = await serve(shop, {}, () => now);
  key = await served.key(['read', 'write', 'tags'], { shop: 's1' });
  foreign = await served.key(['read', 'write', 'tags'], { shop: 's2' });
  for (const [who, count] of [
    [key, 7],
    [foreign, 4],
  ] as const) {
    const customers: string[] = [];
    for (const email of ['a@x.org', 'b@x.org']) {
      customers.push((await served.ask('POST /customers', { key: who, body: { name: 'N', email } })).json.id);
    }
    for (let i = 0; i < count; i++) {
      now += 1;
      const line = { text: 'x', quantity: 1, price: 100 + ((i * 3) % 7) };
      const body = { customer: customers[i % 2], currency: 'EUR', lines: [line], due_on: `2999-01-0${1 + (i % 3)}` };
      const got = await served.ask('POST /invoices', { key: who, body });
      assert.equal(got.status, 201, got.text);
      if (who === key) made.push(got.json);
    }
  }
});
after(() => served.close());

/** Follows the cursors of a list to its end. */
async function walk(query: string, who = key): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const got = await served.ask(`GET /invoices?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`, { key: who });
    assert.equal(got.status, 200, got.text);
    ids.push(...got.json.data.map((invoice: { id: string }) => invoice.id));
    const link = got.headers.get('Link') ?? '';
    assert.equal(link.includes('rel="next"'), got.json.next !== null);
    assert.equal(link.includes('rel="prev"'), cursor !== '');
    if (got.json.next === null) return ids;
    assert.ok(link.includes(`cursor=${got.json.next}>; rel="next"`), link);
    cursor = got.json.next;
  }
  throw new Error('the list has no end');
}

test('a list gives every record of the tenant once, in its order, page by page', async () => {
  const expected = made.map((invoice) => invoice.id).reverse();
  assert.deepEqual(await walk(''), expected);
  assert.deepEqual(await walk('limit=1'), expected);
  assert.deepEqual(await walk('limit=3'), expected);
});

test('sorts go both ways, ties end at the identity in the same direction', async () => {
  const by = (compare: (a: (typeof made)[0], b: (typeof made)[0]) => number) =>
    made.toSorted(compare).map((invoice) => invoice.id);
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  assert.deepEqual(
    await walk('sort=due_on'),
    by((a, b) => order(a.due_on, b.due_on) || order(a.id, b.id)),
  );
  assert.deepEqual(
    await walk('sort=-due_on'),
    by((a, b) => order(b.due_on, a.due_on) || order(b.id, a.id)),
  );
  assert.deepEqual(
    await walk('sort=total&limit=1'),
    by((a, b) => a.total - b.total || order(a.id, b.id)),
  );
});

test('filters choose, alone and together, through a reference too', async () => {
  const first = made[0]!.customer;
  const of = made
    .filter((invoice) => invoice.customer === first)
    .map((invoice) => invoice.id)
    .reverse();
  assert.deepEqual(await walk(`customer=${first}`), of);
  assert.deepEqual(await walk('mail=a@x.org'), of);
  assert.deepEqual(
    await walk(`customer=${first}&due_before=2999-01-02`),
    made
      .filter((invoice) => invoice.customer === first && invoice.due_on < '2999-01-02')
      .map((invoice) => invoice.id)
      .reverse(),
  );
  assert.deepEqual(await walk('status=open,paid'), []);
  assert.equal((await walk('status=draft,open')).length, 7);
});

test('`in` with one value is asked as `=`, which an index answers in order, and finds the same', async (t) => {
  const question = t.mock.method(served.store, 'prepare');
  const drafts = made.map((invoice) => invoice.id).reverse();
  assert.deepEqual(await walk('status=draft&due_before=3000-01-01'), drafts);
  assert.deepEqual(await walk('status=draft,paid&due_before=3000-01-01'), drafts);
  assert.deepEqual(await walk('status=paid&due_before=3000-01-01'), []);
  const asked = question.mock.calls.flatMap(({ arguments: [query] }) =>
    query.conditions.filter((condition) => condition.kind === 'compare' && condition.path[0] === 'status'),
  );
  const operators = asked.map((condition) => condition.kind === 'compare' && condition.operator);
  assert.deepEqual(operators, ['=', '=', 'in', 'in']);
});

test('a page size above the maximum is the maximum, and one that is none is invalid input', async () => {
  const many = await served.ask('GET /invoices?limit=1000', { key });
  assert.equal(many.json.data.length, 3);
  for (const limit of ['0', '-1', '1.5', 'x', '', '1e9999']) {
    const got = await served.ask(`GET /invoices?limit=${limit}`, { key });
    assert.equal(got.status, 422, limit);
    assert.equal(got.json.errors[0].parameter, 'limit');
  }
});

test('parameters that are not known, doubled or wrong are invalid input, all told together', async () => {
  const got = await served.ask('GET /invoices?due_before=soon&limit=2&limit=3&who=me&sort=paid&status=lost', { key });
  assert.equal(got.status, 422);
  const names = got.json.errors.map((error: { parameter: string }) => error.parameter);
  assert.deepEqual(new Set(names), new Set(['due_before', 'limit', 'who', 'sort', 'status']));
  assert.equal((await served.ask('GET /invoices?limit=%zz', { key })).status, 400);
});

test('S49: a cursor of another tenant, query or order, or one that was changed, is invalid input', async () => {
  const cursor = (await served.ask('GET /invoices', { key })).json.next as string;
  const theirs = (await served.ask('GET /invoices', { key: foreign })).json.next as string;
  const changed = cursor.slice(0, 5) + (cursor[5] === 'A' ? 'B' : 'A') + cursor.slice(6);
  for (const query of [
    `cursor=${theirs}`,
    `cursor=${changed}`,
    `cursor=${cursor}&sort=due_on`,
    `cursor=${cursor}&status=draft`,
    'cursor=',
    'cursor=abc',
  ]) {
    const got = await served.ask(`GET /invoices?${query}`, { key });
    assert.equal(got.status, 422, query);
    assert.equal(got.json.errors[0].parameter, 'cursor');
  }
  const rotated = await served.key(['read', 'write', 'tags'], { shop: 's1' });
  assert.equal((await served.ask(`GET /invoices?cursor=${cursor}`, { key: rotated })).status, 200);
});

test("S36: totals, nested lists and filters count the tenant's own records only", async () => {
  const mine = await served.ask('GET /customers', { key });
  assert.equal(mine.json.count, 2);
  const nested = await served.ask(`GET /customers/${made[0]!.customer}/invoices`, { key });
  assert.equal(nested.status, 200, nested.text);
  const other = await served.ask(`GET /customers/${made[0]!.customer}/invoices`, { key: foreign });
  assert.deepEqual([other.status, other.json.code], [404, 'not_found']);
  assert.deepEqual(await walk(`customer=${made[0]!.customer}`, foreign), []);
  assert.equal((await walk('', foreign)).length, 4);
});

test('expand and shapes embed the record that a reference names, where the caller may read it', async () => {
  const plain = await served.ask('GET /invoices', { key });
  const got = await served.ask('GET /invoices?expand=customer', { key });
  assert.equal(got.status, 200, got.text);
  for (const [i, invoice] of got.json.data.entries()) {
    assert.deepEqual(Object.keys(invoice.customer), ['id', 'shop', 'name', 'email', 'created_at']);
    assert.equal(invoice.customer.id, plain.json.data[i].customer);
    assert.equal(invoice.customer.shop, 's1');
  }
  assert.equal(got.json.data.length, 2);
  const bills = await served.key(['bills'], { shop: 's1' });
  const hidden = await served.ask('GET /invoices?expand=customer', { key: bills });
  assert.deepEqual(Object.keys(hidden.json.data[0].customer), ['id']);
  const nested = await served.ask(`GET /customers/${made[0]!.customer}/invoices`, { key });
  assert.deepEqual(nested.json.data[0].customer, { id: made[0]!.customer, name: 'N' });
  assert.equal((await served.ask('GET /invoices?expand=lines', { key })).status, 422);
});

test('fields chooses the members of each record that are shown', async () => {
  const got = await served.ask('GET /invoices?fields=id,status', { key });
  assert.equal(got.status, 200, got.text);
  for (const invoice of got.json.data) assert.deepEqual(Object.keys(invoice), ['id', 'status']);
  assert.equal((await served.ask('GET /invoices?fields=id,secret', { key })).status, 422);
});

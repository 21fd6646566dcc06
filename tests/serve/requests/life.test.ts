import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Invoicing, invoicing, line } from '../support/invoicing.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

let { served, key, customer, invoice, tagOf } = {} as Invoicing;
before(async () => {
  ({ served, key, customer, invoice, tagOf } = await invoicing());
});
after(() => served.close());

test('a record is created with what the service gives it, and read back as it was answered', async () => {
  const made = await served.ask('POST /invoices', {
    key,
    body: { customer, currency: 'EUR', lines: [line], due_on: '2999-01-31' },
  });
  assert.equal(made.status, 201);
  const { id, status, total, paid, memo, shop: owner, created_at, updated_at } = made.json;
  assert.match(id, /^inv_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual([status, total, paid, memo, owner], ['draft', 1000, 0, null, 's1']);
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(updated_at, created_at);
  assert.ok(!('number' in made.json) && !('sent_at' in made.json));
  assert.equal(made.headers.get('Location'), `/invoices/${id}`);
  const read = await served.ask(`GET /invoices/${id}`, { key });
  assert.deepEqual(read.json, made.json);
  assert.equal(read.headers.get('ETag'), made.headers.get('ETag'));
  assert.match(read.headers.get('ETag')!, /^"1-[0-9a-f]{8}"$/);
  assert.equal(read.headers.get('Cache-Control'), 'no-store');
  assert.equal(read.headers.get('X-Content-Type-Options'), 'nosniff');
});

test('all field problems of a request are told together, with their pointers', async () => {
  const body = { customer: 'cus_1', currency: 'euro', lines: [{ text: '', quantity: 0 }], memo: 7, extra: true };
  const got = await served.ask('POST /invoices', { key, body });
  assert.equal(got.status, 422);
  assert.equal(got.headers.get('Content-Type'), 'application/problem+json');
  assert.equal(got.json.code, 'invalid');
  assert.equal(got.json.status, 422);
  const pointers = new Set(got.json.errors.map((error: { pointer: string }) => error.pointer));
  for (const pointer of [
    '/currency',
    '/lines/0/text',
    '/lines/0/quantity',
    '/lines/0/price',
    '/memo',
    '/due_on',
    '/extra',
  ]) {
    assert.ok(pointers.has(pointer), `${pointer} of ${[...pointers]}`);
  }
});

test('a merge patch changes what it names; one that changes nothing writes nothing', async () => {
  const { id, updated_at } = await invoice();
  const tag = await tagOf(id);
  const nothing = await served.ask(`PATCH /invoices/${id}`, {
    key,
    body: { memo: null, status: 'draft' },
    headers: { 'If-Match': tag },
  });
  assert.equal(nothing.status, 200, nothing.text);
  assert.equal(nothing.headers.get('ETag'), tag);
  assert.equal(nothing.json.updated_at, updated_at);
  const headers = { 'If-Match': tag, 'Content-Type': 'application/merge-patch+json' };
  const changed = await served.ask(`PATCH /invoices/${id}`, { key, body: { memo: 'thanks' }, headers });
  assert.equal(changed.json.memo, 'thanks');
  assert.match(changed.headers.get('ETag')!, /^"2-/);
  const again = await served.ask(`PATCH /invoices/${id}`, { key, body: { memo: 'late' }, headers });
  assert.equal(again.status, 412);
  assert.equal(again.json.code, 'changed_meanwhile');
  const without = await served.ask(`PATCH /invoices/${id}`, { key, body: { memo: 'late' } });
  assert.equal(without.status, 428);
});

test('a merge patch merges objects member by member and replaces everything else', async () => {
  const body = { name: 'B', email: 'b@x.org', data: { a: { b: 1, c: [1, 2] }, d: 'x' } };
  const { id } = (await served.ask('POST /customers', { key, body })).json;
  const patched = await served.ask(`PATCH /customers/${id}`, { key, body: { data: { a: { b: null, c: [3] }, e: 1 } } });
  assert.deepEqual(patched.json.data, { a: { c: [3] }, d: 'x', e: 1 });
  const removed = await served.ask(`PATCH /customers/${id}`, { key, body: { data: null } });
  assert.ok(!('data' in removed.json));
  const needed = await served.ask(`PATCH /customers/${id}`, { key, body: { name: null } });
  assert.equal(needed.status, 422);
});

test('members that a client may not change may be repeated, and are refused with another value', async () => {
  const made = await invoice();
  const headers = { 'If-Match': '*' };
  const same = { id: made.id, customer, currency: 'EUR', total: 1000, paid: 0, created_at: made.created_at };
  assert.equal((await served.ask(`PATCH /invoices/${made.id}`, { key, body: same, headers })).status, 200);
  for (const [name, value] of Object.entries({ id: 'inv_x', currency: 'USD', total: 1, paid: 5, status: 'paid' })) {
    const got = await served.ask(`PATCH /invoices/${made.id}`, { key, body: { [name]: value }, headers });
    assert.equal(got.status, 422, `${name} ${got.text}`);
    assert.equal(got.json.errors[0].pointer, `/${name}`);
  }
});

test('a replace makes fields that are left out absent or null, and keeps the others', async () => {
  const body = { name: 'C', email: 'c@x.org', data: { a: 1 } };
  const made = (await served.ask('POST /customers', { key, body })).json;
  const got = await served.ask(`PUT /customers/${made.id}`, { key, body: { name: 'D', email: 'c@x.org' } });
  assert.equal(got.status, 200, got.text);
  assert.deepEqual(got.json, { id: made.id, shop: 's1', name: 'D', email: 'c@x.org', created_at: made.created_at });
});

test('transitions follow the state table: guard, effect, refusal, wrong state', async () => {
  const { id } = await invoice();
  const early = await served.ask(`POST /invoices/${id}/pay`, { key, body: { amount: 1 } });
  assert.deepEqual([early.status, early.json.code], [409, 'wrong_state']);
  const sent = await served.ask(`POST /invoices/${id}/send`, { key });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.json.status, 'open');
  assert.ok(sent.json.number >= 1 && typeof sent.json.sent_at === 'string');
  const part = await served.ask(`POST /invoices/${id}/pay`, { key, body: { amount: 400 } });
  assert.deepEqual([part.json.status, part.json.paid], ['open', 400]);
  const much = await served.ask(`POST /invoices/${id}/pay`, { key, body: { amount: 601 } });
  assert.deepEqual([much.status, much.json.code], [409, 'overpaid']);
  const back = await served.ask(`POST /invoices/${id}/withdraw`, { key });
  assert.deepEqual([back.status, back.json.code], [409, 'already_paid_into']);
  const rest = await served.ask(`POST /invoices/${id}/pay`, { key, body: { amount: 600 } });
  assert.deepEqual([rest.json.status, rest.json.paid], ['paid', 1000]);
  assert.equal((await served.ask(`POST /invoices/${id}/send`, { key })).status, 409);
});

test('numbers of a sequence ascend without a gap for each tenant, though requests in between were refused', async () => {
  const other = await served.key(['read', 'write'], { shop: 'numbers' });
  const ask = (line: string, body?: unknown) => served.ask(line, { key: other, body });
  const who = (await ask('POST /customers', { name: 'N', email: 'n@x.org' })).json.id;
  const numbers: number[] = [];
  for (const due of ['2999-01-01', '2000-01-01', '2999-01-01', '2000-01-01', '2999-01-01']) {
    const { id } = (await ask('POST /invoices', { customer: who, currency: 'EUR', lines: [line], due_on: due })).json;
    const sent = await ask(`POST /invoices/${id}/send`);
    if (due < '2026') assert.equal(sent.json.code, 'due_date_passed');
    else numbers.push(sent.json.number);
  }
  assert.deepEqual(numbers, [1, 2, 3]);
});

test('a field that the state fixes may be repeated and not changed', async () => {
  const { id } = await invoice();
  await served.ask(`POST /invoices/${id}/send`, { key });
  const headers = { 'If-Match': '*' };
  const same = await served.ask(`PATCH /invoices/${id}`, { key, body: { lines: [line], memo: 'm' }, headers });
  assert.equal(same.status, 200, same.text);
  const other = await served.ask(`PATCH /invoices/${id}`, { key, body: { lines: [{ ...line, price: 1 }] }, headers });
  assert.deepEqual([other.status, other.json.code], [409, 'wrong_state']);
  assert.match(other.headers.get('Nonet-Explain')!, /^shop\.md:\d+$/);
});

test('a rule is tested at every write, after the fields', async () => {
  const body = { customer, currency: 'EUR', lines: [{ ...line, price: 0 }], due_on: '2999-01-31' };
  const got = await served.ask('POST /invoices', { key, body });
  assert.deepEqual([got.status, got.json.code], [422, 'nothing_to_pay']);
  const explained = Number(got.headers.get('Nonet-Explain')!.split(':')[1]);
  assert.match(shop.split('\n')[explained - 1]!, /worth_something/);
});

test('unique values are taken within a tenant, and a record that is referred to stays', async () => {
  const got = await served.ask('POST /customers', { key, body: { name: 'X', email: 'ada@x.org' } });
  assert.deepEqual([got.status, got.json.code], [409, 'email_taken']);
  await invoice();
  const kept = await served.ask(`DELETE /customers/${customer}`, { key });
  assert.deepEqual([kept.status, kept.json.code], [409, 'in_use']);
});

test('a deletion follows the references to the record by the rules of those who refer', async () => {
  const { id } = await invoice();
  const reminder = async (): Promise<string> =>
    (await served.ask('POST /reminders', { key, body: { invoice: id, text: 'pay' } })).json.id;
  const first = await reminder();
  const seen = await reminder();
  const tag = await served.ask('PUT /tags/late', { key, body: { invoice: id } });
  assert.equal(tag.status, 201, tag.text);
  await served.ask(`POST /reminders/${seen}/see`, { key });
  assert.equal((await served.ask(`DELETE /invoices/${id}`, { key })).json?.code, 'in_use');
  assert.equal((await served.ask(`GET /reminders/${first}`, { key })).status, 200);
  const { id: second } = await invoice();
  const third = (await served.ask('POST /reminders', { key, body: { invoice: second, text: 'pay' } })).json.id;
  await served.ask('PUT /tags/soon', { key, body: { invoice: second } });
  const done = await served.ask(`DELETE /invoices/${second}`, { key });
  assert.equal(done.status, 204, done.text);
  assert.equal(done.text, '');
  assert.equal((await served.ask(`GET /reminders/${third}`, { key })).status, 404);
  assert.equal((await served.ask('GET /tags/soon', { key })).json.invoice, null);
});

test('a record that a delete row keeps is gone for every operation, and is left out of lists', async () => {
  const { id } = await invoice();
  const made = (await served.ask('POST /reminders', { key, body: { invoice: id, text: 'pay' } })).json.id;
  await served.ask(`POST /reminders/${made}/see`, { key });
  assert.equal((await served.ask(`DELETE /reminders/${made}`, { key })).status, 204);
  for (const line of [`GET /reminders/${made}`, `DELETE /reminders/${made}`, `POST /reminders/${made}/see`]) {
    const got = await served.ask(line, { key });
    assert.deepEqual([got.status, got.json.code], [410, 'gone'], line);
  }
  const all = (await served.ask('GET /reminders', { key })).json as { id: string }[];
  assert.ok(all.every((reminder) => reminder.id !== made));
});

test('a create by PUT gives its second response when it is repeated, and is not unique with other values', async () => {
  assert.equal((await served.ask('PUT /tags/red', { key, body: { color: 'red' } })).status, 201);
  assert.equal((await served.ask('PUT /tags/red', { key, body: { color: 'red', name: 'red' } })).status, 200);
  const other = await served.ask('PUT /tags/red', { key, body: { color: 'blue' } });
  assert.deepEqual([other.status, other.json.code], [409, 'taken']);
  const wrong = await served.ask('PUT /tags/red', { key, body: { name: 'green' } });
  assert.equal(wrong.status, 422, wrong.text);
  const once = await served.ask('PUT /tags/red', { key, body: { color: 'red' }, headers: { 'If-None-Match': '*' } });
  assert.equal(once.status, 412);
});

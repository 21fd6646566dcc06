import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Invoicing, invoicing } from '../support/invoicing.fixture.ts';

let { served, key, invoice, tagOf } = {} as Invoicing;
before(async () => {
  ({ served, key, invoice, tagOf } = await invoicing());
});
after(() => served.close());

test('a read that the client has already is answered 304, with its tag and without a body', async () => {
  const { id } = await invoice();
  const tag = await tagOf(id);
  const got = await served.ask(`GET /invoices/${id}`, { key, headers: { 'If-None-Match': `"other", W/${tag}` } });
  assert.deepEqual([got.status, got.text, got.headers.get('ETag')], [304, '', tag]);
  assert.equal((await served.ask(`GET /invoices/${id}`, { key, headers: { 'If-None-Match': '"1-zzz"' } })).status, 200);
  const list = await served.ask('GET /invoices', { key });
  assert.match(list.headers.get('ETag')!, /^W\/"/);
  const again = await served.ask('GET /invoices', { key, headers: { 'If-None-Match': list.headers.get('ETag')! } });
  assert.equal(again.status, 304);
});

test('the tag of a list changes with what it shows, and with nothing else', async () => {
  const made = await invoice();
  const tag = async (path: string): Promise<string> => {
    const first = await served.ask(`GET ${path}`, { key });
    const got = await served.ask(`GET ${path}`, { key });
    assert.deepEqual([got.status, got.headers.get('ETag')], [200, first.headers.get('ETag')]);
    return got.headers.get('ETag')!;
  };
  const owed = `/customers/${made.customer}/invoices`;
  const all = new Set([await tag('/invoices'), await tag('/invoices?limit=1')]);
  const around = new Set([await tag(owed)]);
  const change = { key, body: { memo: 'changed' }, headers: { 'If-Match': '*' } };
  assert.equal((await served.ask(`PATCH /invoices/${made.id}`, change)).status, 200);
  all.add(await tag('/invoices')).add(await tag('/invoices?limit=1'));
  around.add(await tag(owed));
  const renamed = { key, body: { name: 'Renamed' }, headers: { 'If-Match': '*' } };
  assert.equal((await served.ask(`PATCH /customers/${made.customer}`, renamed)).status, 200);
  all.add(await tag('/invoices'));
  around.add(await tag(owed));
  await invoice();
  all.add(await tag('/invoices'));
  assert.equal((await served.ask(`DELETE /invoices/${made.id}`, { key, headers: { 'If-Match': '*' } })).status, 204);
  all.add(await tag('/invoices'));
  assert.deepEqual([all.size, around.size], [6, 2]);
});

test('HEAD, OPTIONS, other methods and other paths are answered as HTTP says', async () => {
  const { id } = await invoice();
  const head = await served.ask(`HEAD /invoices/${id}`, { key });
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.ok(Number(head.headers.get('Content-Length')) > 100);
  const options = await served.ask(`OPTIONS /invoices/${id}`);
  assert.equal(options.status, 204);
  const allow = new Set(options.headers.get('Allow')!.split(', '));
  assert.deepEqual(allow, new Set(['GET', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']));
  assert.match(options.headers.get('Accept-Patch')!, /application\/merge-patch\+json/);
  const other = await served.ask(`PUT /invoices/${id}`, { key, body: {} });
  assert.deepEqual([other.status, other.json.code], [405, 'method_not_allowed']);
  assert.match(other.headers.get('Allow')!, /GET/);
  assert.equal((await served.ask('GET /nothing', { key })).json.code, 'not_found');
  const type = await served.ask('POST /customers', { key, text: '<a/>', headers: { 'Content-Type': 'text/xml' } });
  assert.deepEqual([type.status, type.headers.get('Accept')], [415, 'application/json']);
  const patch = await served.ask(`PATCH /invoices/${id}`, {
    key,
    text: '[]',
    headers: { 'Content-Type': 'application/json-patch+json' },
  });
  assert.equal(patch.status, 415);
  assert.match(patch.headers.get('Accept-Patch')!, /merge-patch/);
  const accept = await served.ask('GET /customers', { key, headers: { Accept: 'text/html' } });
  assert.deepEqual([accept.status, accept.headers.get('Content-Type')], [406, 'application/problem+json']);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

let served: Served;
let now = Date.parse('2026-11-21T10:00:00.000Z');
const callers: Record<string, string> = {};
let customer: string;
let invoice: string;

before(async () => {
  served = await serve(shop, {}, () => now);
  const s1 = { shop: 's1' };
  callers.owner = await served.key(['read', 'write', 'tags'], s1);
  callers.reader = await served.key(['read'], s1);
  callers.writer = await served.key(['write'], s1);
  callers.nobody = await served.key([], s1);
  callers.other = await served.key(['read', 'write', 'tags'], { shop: 's2' });
  callers.blind = await served.key(['write'], { shop: 's2' });
  callers.without = await served.key(['read', 'write', 'tags'], {});
  const key = callers.owner;
  customer = (await served.ask('POST /customers', { key, body: { name: 'Ada', email: 'ada@x.org' } })).json.id;
  invoice = (await served.ask('POST /invoices', { key, body: invoiceOf(customer) })).json.id;
});
after(() => served.close());

const invoiceOf = (of: string): object => ({
  customer: of,
  currency: 'EUR',
  lines: [{ text: 'x', quantity: 1, price: 5 }],
  due_on: '2999-01-01',
});

test('S33: every caller gets what the scope table says for every operation', async () => {
  const body = { name: 'Ada', email: 'ada@x.org' };
  const table: readonly (readonly [line: string, body: object | undefined, statuses: Record<string, number>])[] = [
    [
      `GET /customers/${customer}`,
      undefined,
      { owner: 200, reader: 200, writer: 403, nobody: 403, other: 404, without: 404 },
    ],
    ['GET /customers', undefined, { owner: 200, reader: 200, writer: 403, nobody: 403, other: 200, without: 200 }],
    [`PATCH /customers/${customer}`, {}, { owner: 200, reader: 403, writer: 200, nobody: 403, other: 404, blind: 404 }],
    [`PUT /customers/${customer}`, body, { owner: 200, reader: 403, writer: 200, nobody: 403, other: 404 }],
    [`POST /invoices/${invoice}/pay`, { amount: 1 }, { owner: 409, reader: 403, writer: 409, nobody: 403, other: 404 }],
    [`DELETE /invoices/${invoice}`, undefined, { reader: 403, nobody: 403, other: 404, blind: 404, without: 404 }],
    ['POST /invoices', invoiceOf('cus_01k8z7rqa0faw8vvg14d2pf2db'), { reader: 403, nobody: 403, without: 403 }],
    ['GET /public/tags', undefined, { owner: 200, reader: 200, nobody: 200, other: 200 }],
  ];
  for (const [line, sent, statuses] of table) {
    for (const [who, status] of Object.entries(statuses)) {
      const got = await served.ask(line, { key: callers[who], body: sent });
      assert.equal(got.status, status, `${line} by ${who}: ${got.text}`);
    }
    const none = await served.ask(line, { body: sent });
    assert.equal(none.status, line === 'GET /public/tags' ? 200 : 401, line);
  }
});

test('S34: the identities of one tenant lead another nowhere, in path, body and filter alike', async () => {
  const key = callers.other;
  const before = (await served.ask('GET /invoices', { key: callers.owner })).text;
  const unknown = 'inv_01k8z7rqa0faw8vvg14d2pf2db';
  for (const [method, suffix, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { memo: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/send', undefined],
    ['POST', '/pay', { amount: 5 }],
    ['POST', '/withdraw', undefined],
  ] as const) {
    const headers = { 'If-Match': '*', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
    const theirs = await served.ask(`${method} /invoices/${invoice}${suffix}`, { key, body, headers });
    const none = await served.ask(`${method} /invoices/${unknown}${suffix}`, { key, body, headers });
    assert.deepEqual([theirs.status, theirs.json], [none.status, none.json], `${method} ${suffix}`);
    assert.equal(theirs.status, 404);
  }
  const sent = await served.ask('POST /invoices', { key, body: invoiceOf(customer) });
  const absent = await served.ask('POST /invoices', { key, body: invoiceOf('cus_01k8z7rqa0faw8vvg14d2pf2db') });
  assert.equal(sent.status, 422);
  assert.deepEqual(sent.json.errors, absent.json.errors);
  assert.equal(sent.json.errors[0].pointer, '/customer');
  assert.deepEqual((await served.ask(`GET /invoices?customer=${customer}`, { key })).json.data, []);
  assert.equal((await served.ask('GET /invoices', { key: callers.owner })).text, before);
});

test('S36: a list counts and shows the records of the caller alone', async () => {
  const key = callers.other;
  const got = await served.ask('GET /customers', { key });
  assert.deepEqual(got.json, { data: [], next: null, count: 0 });
});

test("S37: fields that are the service's own are refused in every write, whatever their value", async () => {
  const key = callers.owner;
  for (const name of ['id', 'shop', 'created_at', 'number', 'paid', 'status', 'total', 'sent_at', 'updated_at']) {
    const got = await served.ask('POST /invoices', { key, body: { ...invoiceOf(customer), [name]: 's2' } });
    assert.equal(got.status, 422, name);
    const changed = await served.ask(`PATCH /invoices/${invoice}`, {
      key,
      body: { [name]: 's2' },
      headers: { 'If-Match': '*' },
    });
    assert.equal(changed.status, 422, `${name} ${changed.text}`);
  }
  const read = await served.ask(`GET /invoices/${invoice}`, { key });
  assert.equal(read.json.shop, 's1');
});

test('S25: whatever is wrong with a credential, the answer is 401 with a challenge and the same body', async () => {
  const key = callers.owner!;
  const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
  const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  const bad = [
    'Bearer',
    'Bearer ',
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${changed}`,
    `Basic ${key}`,
    key,
    `Bearer x${key}`,
    'Bearer key_',
    `Bearer ${key} ${key}`,
  ];
  const bodies = new Set<string>();
  for (const line of [
    `GET /invoices/${invoice}`,
    'GET /customers',
    'GET /public/tags',
    `DELETE /invoices/${invoice}`,
  ]) {
    for (const Authorization of bad) {
      const got = await served.ask(line, { headers: { ...headers, Authorization } });
      assert.equal(got.status, 401, `${line} ${Authorization}`);
      const error = Authorization.startsWith('Bearer') ? ', error="invalid_token"' : '';
      assert.equal(got.headers.get('WWW-Authenticate'), `Bearer realm="Shop"${error}`);
      bodies.add(got.text);
    }
  }
  const none = await served.ask('GET /customers', { headers });
  assert.equal(none.headers.get('WWW-Authenticate'), 'Bearer realm="Shop"');
  bodies.add(none.text);
  assert.equal(bodies.size, 1);
  const word = await served.ask('GET /customers', { headers: { Authorization: `bEARER ${key}` } });
  assert.equal(word.status, 200);
});

test('S26: a credential that is sent elsewhere than stated is ignored, and reaches no log', async () => {
  const key = callers.owner!;
  for (const [line, headers] of [
    [`GET /customers?key=${key}`, {}],
    [`GET /customers?access_token=${key}`, {}],
    ['GET /customers', { Cookie: `key=${key}` }],
    ['GET /customers', { 'X-Api-Key': key }],
  ] as const) {
    assert.equal((await served.ask(line, { headers })).status, 401, line);
  }
  assert.ok(!served.logged.join('\n').includes(key));
});

test('S7: two Authorization headers are refused', async () => {
  const { request } = await import('node:http');
  const url = new URL('/customers', served.address);
  const status = await new Promise((resolve, reject) => {
    const headers = ['Host', url.host, 'Authorization', `Bearer ${callers.owner}`, 'Authorization', 'Bearer x'];
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  assert.equal(status, 401);
});

test('S27: a key that is revoked, past its end, older than its lifetime or from tomorrow is refused', async () => {
  const ask = async (key: string): Promise<number> => (await served.ask('GET /customers', { key })).status;
  const scopes = ['read'];
  const attributes = { shop: 's1' };
  const ends = await served.key(scopes, attributes, { expiresAt: now + 1000 });
  const old = await served.key(scopes, attributes, { createdAt: now - 365 * 86_400_000 + 1000 });
  const early = await served.key(scopes, attributes, { createdAt: now + 86_400_000 });
  const scheme = await served.key(scopes, attributes, { scheme: 'other' });
  assert.deepEqual(await Promise.all([ends, old, early, scheme].map(ask)), [200, 200, 401, 401]);
  now += 1001;
  assert.deepEqual(await Promise.all([ends, old].map(ask)), [401, 401]);
  const here = await served.key(scopes, attributes, { id: 'here' });
  assert.equal(await ask(here), 200);
  assert.ok(await served.service.keys.revoke('here', now));
  assert.equal(await ask(here), 401);
  const elsewhere = await served.key(scopes, attributes, { id: 'elsewhere' });
  assert.equal(await ask(elsewhere), 200);
  assert.ok(await served.store.credentials.revoke('elsewhere', now));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.equal(await ask(elsewhere), 401);
});

test('S32: the store holds no key, only hashes', async () => {
  const all = JSON.stringify(await served.store.credentials.list());
  for (const key of Object.values(callers)) assert.ok(!all.includes(key.slice(4, 20)));
  assert.ok(all.length > 100);
});

test('S42: of fifty parallel takings of one thing exactly one succeeds', async () => {
  const key = callers.owner;
  for (let round = 0; round < 5; round++) {
    const { id } = (await served.ask('POST /invoices', { key, body: invoiceOf(customer) })).json;
    const sends = await Promise.all(Array.from({ length: 50 }, () => served.ask(`POST /invoices/${id}/send`, { key })));
    assert.equal(sends.filter((response) => response.status === 200).length, 1);
    assert.equal(sends.filter((response) => response.status === 409).length, 49);
    const headers = { 'If-Match': sends.find((response) => response.status === 200)!.headers.get('ETag')! };
    const changes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        served.ask(`PATCH /invoices/${id}`, { key, body: { memo: `m${i}` }, headers }),
      ),
    );
    assert.equal(changes.filter((response) => response.status === 200).length, 1);
    assert.equal(changes.filter((response) => response.status === 412).length, 19);
  }
});

test('S60: answers to callers are not stored, and say nothing of the server', async () => {
  const got = await served.ask(`GET /customers/${customer}`, { key: callers.owner });
  assert.equal(got.headers.get('Cache-Control'), 'no-store');
  assert.equal(got.headers.get('X-Content-Type-Options'), 'nosniff');
  for (const name of ['Server', 'X-Powered-By', 'Access-Control-Allow-Origin'])
    assert.equal(got.headers.get(name), null);
  const cors = await served.ask('GET /public/tags', { headers: { Origin: 'https://evil.example' } });
  assert.equal(cors.headers.get('Access-Control-Allow-Origin'), null);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

let served: Served;
const keys: string[] = [];

before(async () => {
  served = await serve(shop);
  for (const shop of ['s1', 's2']) keys.push(await served.key(['read', 'write', 'tags'], { shop }));
});
after(() => served.close());

const create = (body: unknown, key = keys[0]) => served.ask('POST /customers', { key, body });
const createText = (text: string) => served.ask('POST /customers', { key: keys[0], text });

test('S17: JSON that is too deep, too long or endless is refused without a 5xx', async () => {
  const texts = [
    '['.repeat(100_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `{"name":"a","email":"a@x.org","data":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
    `{"name":${'9'.repeat(60_000)}}`,
    `{"name":"${'\\u0041'.repeat(10_000)}"}`,
    `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join()}}`,
  ];
  for (const text of texts) {
    const got = await createText(text);
    assert.ok([400, 413, 422].includes(got.status), `${got.status} ${text.slice(0, 20)}`);
  }
  assert.equal((await createText(`{"name":"${'a'.repeat(70_000)}"}`)).json.code, 'too_large');
});

test('S18: __proto__, constructor and toString are stored as data, and no prototype changes', async () => {
  const email = 'proto@x.org';
  const data =
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":"x","hasOwnProperty":1}';
  const got = await createText(`{"name":"a","email":"${email}","data":${data}}`);
  assert.equal(got.status, 201, got.text);
  const read = await served.ask(`GET /customers/${got.json.id}`, { key: keys[0] });
  assert.ok(read.text.includes('"__proto__":{"admin":true}'), read.text);
  assert.equal(({} as { admin?: true }).admin, undefined);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const top = await createText(`{"name":"a","email":"p2@x.org","${name}":{"admin":true}}`);
    assert.equal(top.status, 422, name);
  }
});

test('S43: strings of other languages are stored and given back byte for byte', async () => {
  const names = [
    "'; DROP TABLE customer; --",
    '{"$gt":""}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is sent as it stands
    '${7*7}{{7*7}}<%= 7 %>',
    '*)(uid=*',
    '$(reboot)`id`',
    'a\r\nSet-Cookie: b',
    '\u001b[31mred',
    '<script>',
  ];
  for (const [i, name] of names.entries()) {
    const got = await create({ name, email: `q${i}@x.org` });
    assert.equal(got.status, 201, got.text);
    assert.equal((await served.ask(`GET /customers/${got.json.id}`, { key: keys[0] })).json.name, name);
  }
  const filtered = await served.ask(`GET /customers?email=${encodeURIComponent("' OR 1=1 --")}`, { key: keys[0] });
  assert.equal(filtered.status, 422);
});

test('S44: a value that reaches a header is encoded', async () => {
  const name = encodeURIComponent('a\r\nX-Evil: 1');
  const got = await served.ask(`PUT /tags/${name}`, { key: keys[0], body: {} });
  assert.equal(got.status, 201, got.text);
  assert.equal(got.headers.get('X-Evil'), null);
});

test('S45: characters of every kind come back as they were, but NUL and unpaired surrogates are refused', async () => {
  for (const [i, name] of ['\u202eRTL', '\uffff', '😀'.repeat(200), 'e\u0301', '\u2028'].entries()) {
    const got = await create({ name, email: `u${i}@x.org` });
    assert.equal(got.json.name, name);
  }
  assert.equal((await create({ name: '😀'.repeat(201), email: 'u9@x.org' })).status, 422);
  for (const text of [
    '{"name":"a\\u0000","email":"z@x.org"}',
    '{"name":"\\ud800","email":"z@x.org"}',
    '{"name":"a","email":"z@x.org","data":{"\\udc00":1}}',
  ]) {
    assert.equal((await createText(text)).status, 422, text);
  }
});

test('S46: numbers are exact, or refused', async () => {
  const { id: customer } = (await create({ name: 'n', email: 'numbers@x.org' })).json;
  const invoice = (price: string) =>
    served.ask('POST /invoices', {
      key: keys[0],
      text: `{"customer":"${customer}","currency":"EUR","due_on":"2999-01-01","lines":[{"text":"a","quantity":1.0,"price":${price}}]}`,
    });
  assert.equal((await invoice('1e2')).json.total, 100);
  for (const price of ['1.5', '1e400', '100000001', '9007199254740993', '"1"', '9223372036854775808', '1e-400']) {
    assert.equal((await invoice(price)).status, 422, price);
  }
  for (const price of ['01', 'NaN', '+1', '.5', '0x10', '1.']) assert.equal((await invoice(price)).status, 400, price);
});

test('S47: duplicate names, a byte-order mark, other encodings, comments and trailing commas are malformed', async () => {
  const texts = [
    '{"name":"a","name":"b"}',
    '\ufeff{"name":"a"}',
    '{"name":"a",}',
    '{/**/"name":"a"}',
    '{"name":"a"}{}',
    "{'name':'a'}",
    '{"data":{"a":1,"\\u0061":2}}',
    '',
  ];
  for (const text of texts.slice(0, -1)) {
    const got = await createText(text);
    assert.deepEqual([got.status, got.json.code], [400, 'malformed'], text);
  }
  const body = Buffer.from('{"name":"a"}', 'utf16le');
  const headers = { Authorization: `Bearer ${keys[0]}`, 'Content-Type': 'application/json' };
  const got = await fetch(`${served.address}/customers`, { method: 'POST', headers, body });
  assert.equal(got.status, 400);
});

test('S16: a compressed body is not unpacked', async () => {
  const got = await served.ask('POST /customers', { key: keys[0], text: 'x', headers: { 'Content-Encoding': 'gzip' } });
  assert.deepEqual([got.status, got.headers.get('Accept-Encoding')], [415, 'identity']);
});

test('S8: a body on GET is refused where the document gives none', async () => {
  const { request } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    const headers = { 'Content-Length': 2, 'Content-Type': 'application/json', Authorization: `Bearer ${keys[0]}` };
    request(`${served.address}/customers`, { method: 'GET', headers }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end('{}');
  });
  assert.equal(status, 400);
});

test('S39: headers that would override the method or the path have no effect', async () => {
  const { id } = (await create({ name: 'kept', email: 'kept@x.org' })).json;
  for (const headers of [
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Original-URL': '/nothing' },
    { 'X-Rewrite-URL': '/x' },
  ]) {
    const got = await served.ask(`GET /customers/${id}`, { key: keys[0], headers: headers as Record<string, string> });
    assert.equal(got.json?.id, id);
  }
  const asked = await served.ask(`GET /customers/${id}?_method=DELETE`, { key: keys[0] });
  assert.notEqual(asked.status, 204);
  assert.equal((await served.ask(`GET /customers/${id}`, { key: keys[0] })).status, 200);
});

test('S40: one form of a path is served, every other spelling is not found', async () => {
  const { request } = await import('node:http');
  const { id } = (await create({ name: 'path', email: 'path@x.org' })).json;
  const get = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const url = new URL(served.address);
      const headers = { Authorization: `Bearer ${keys[0]}` };
      request({ host: url.hostname, port: url.port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
        .on('error', reject)
        .end();
    });
  assert.equal(await get(`/customers/${id}`), 200);
  const spellings = [
    `//customers/${id}`,
    `/./customers/${id}`,
    `/x/../customers/${id}`,
    `/customers/${id}/`,
    `/Customers/${id}`,
    `/customers;x=1/${id}`,
    `/customers/${id};x=1`,
    `/%63ustomers/${id}`,
    `/customers%2f${id}`,
    `/customers%252f${id}`,
    `/customers/%2e%2e/customers/${id}`,
    `/customers/%c0%ae/${id}`,
    `/customers//${id}`,
    '/customers/%',
    `/customers/${id}%00`,
  ];
  for (const path of spellings) assert.ok([404, 400].includes(await get(path)), path);
});

test('S62: names that documents do not state are not found', async () => {
  const names = [
    'admin',
    '.env',
    '.git/config',
    'debug',
    'metrics',
    'health',
    'swagger.json',
    'graphql',
    'v1/customers',
    'actuator',
    'server-status',
    'docs',
    'openapi.json',
  ];
  for (const name of names) assert.equal((await served.ask(`GET /${name}`, { key: keys[0] })).status, 404, name);
});

test('S61: methods without an operation have no effect', async () => {
  const { id } = (await create({ name: 'm', email: 'm@x.org' })).json;
  const { request } = await import('node:http');
  for (const [method, status] of [
    ['TRACE', 405],
    ['PROPFIND', 501],
    ['POST', 405],
    ['QUERY', 405],
  ] as const) {
    const got = await new Promise((resolve, reject) => {
      request(`${served.address}/customers/${id}`, { method }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    assert.equal(got, status, method);
  }
});

test("S59: what fails inside is answered by the document's own error, with a trace id and nothing of the inside", async (t) => {
  const broken = await serve(shop);
  t.after(() => broken.close().catch(() => {}));
  const key = await broken.key(['read', 'write', 'tags'], { shop: 's1' });
  assert.equal((await broken.ask('GET /customers', { key })).status, 200);
  await broken.store.close();
  const trace = 'a'.repeat(32);
  const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-00` };
  const read = await broken.ask('GET /customers', { key, headers });
  assert.deepEqual([read.status, read.json.code], [500, 'broken']);
  assert.ok(read.json.instance.replaceAll('-', '').includes(trace));
  assert.doesNotMatch(read.text, /sqlite|database|at |\.ts|SELECT/i);
  const written = await broken.ask('POST /customers', { key, body: { name: 'a', email: 'a@x.org' }, headers });
  assert.equal(written.status, 503);
  assert.equal(written.headers.get('Retry-After'), '1');
  assert.ok(broken.logged.some((line) => line.includes(trace)));
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { exchange, parsed } from './errors.fixture.ts';

// What routes a request (S39, S40): its method and its path in one form, and nothing else.

let served: Served;
let key: string;
let theirs: string;
let id: string;

before(async () => {
  served = await serve(shop);
  key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
  theirs = await served.key(['read', 'write', 'tags'], { shop: 'b' });
  const made = await served.ask('POST /customers', { key, body: { name: 'Ada', email: 'ada@example.com' } });
  id = made.json.id;
});
after(() => served.close());

const send = async (
  line: string,
  lines: readonly string[] = [],
  by = key,
): Promise<{ status: number; text: string }> => {
  const head = [
    `${line} HTTP/1.1`,
    'Host: shop',
    `Authorization: Bearer ${by}`,
    `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    'Connection: close',
    ...lines,
  ];
  const text = await exchange(served.address, `${head.join('\r\n')}\r\n\r\n`);
  return { status: parsed(text).status, text: text.replace(/^(?:Date|Nonet-Explain): .*\r\n/gim, '') };
};

const overriding: readonly string[] = [
  'X-HTTP-Method-Override: DELETE',
  'X-HTTP-Method: DELETE',
  'X-Method-Override: DELETE',
  'X-Original-URL: /invoices',
  'X-Original-URI: /invoices',
  'X-Rewrite-URL: /invoices',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 1',
  'X-Forwarded-Prefix: /evil',
  'X-Forwarded-Uri: /invoices',
  'X-Forwarded-Method: DELETE',
  'X-Real-IP: 127.0.0.1',
  'Forwarded: for=127.0.0.1;host=evil.example;proto=https',
  'X-User: admin',
  'X-Shop: b',
  'X-Authenticated-User: admin',
];

test('S39: headers that would override the method, the path, the host or the caller change no byte of any answer', async () => {
  const lines = [
    `GET /customers/${id}`,
    'GET /customers',
    'GET /invoices',
    'GET /nothing',
    `POST /customers/${id}`,
    'GET /public/tags',
  ];
  for (const by of [key, theirs]) {
    for (const line of lines) {
      const plain = await send(line, [], by);
      for (const header of overriding) assert.deepEqual(await send(line, [header], by), plain, `${line} ${header}`);
    }
  }
  const made = await served.ask('POST /customers', {
    key,
    body: { name: 'Bob', email: 'bob@example.com' },
    headers: { 'X-Forwarded-Host': 'evil.example', 'X-HTTP-Method-Override': 'DELETE', 'X-Forwarded-Proto': 'https' },
  });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('Location'), `/customers/${made.json.id}`);
});

test('S39: a method in the query or the body is a parameter like any other', async () => {
  const before = (await send(`GET /customers/${id}`)).text;
  for (const query of ['_method=DELETE', 'method=DELETE', 'X-HTTP-Method-Override=DELETE']) {
    assert.ok([200, 422].includes((await send(`GET /customers/${id}?${query}`)).status), query);
  }
  const posted = await served.ask('POST /customers', {
    key,
    body: { _method: 'DELETE', name: 'x', email: 'x@example.com' },
  });
  assert.equal(posted.status, 422);
  assert.equal((await send(`GET /customers/${id}`)).text, before);
});

test('S40: of all spellings of a path one is routed and authorised, every other is not found or malformed, by every method', async () => {
  const spellings = [
    `//customers/${id}`,
    `/customers//${id}`,
    `/./customers/${id}`,
    `/customers/./${id}`,
    `/x/../customers/${id}`,
    `/customers/x/../${id}`,
    `/%2e/customers/${id}`,
    `/customers/%2e%2e/customers/${id}`,
    `/customers/${id}/`,
    `/customers/${id}/.`,
    `/Customers/${id}`,
    `/CUSTOMERS/${id}`,
    `/customers;x=1/${id}`,
    `/customers/${id};x=1`,
    `/customers/${id};`,
    `/%63ustomers/${id}`,
    `/customers%2f${id}`,
    `/customers%252f${id}`,
    `/customers%5c${id}`,
    `/customers\\${id}`,
    `/customers/%c0%ae/${id}`,
    `/customers%c0%af${id}`,
    `/customers/${id}%00`,
    `/customers/${id}%0a`,
    `/customers/${id}%20`,
    `/customers/${id}%`,
    `/customers/${id}%zz`,
    `/customers/${id}.json`,
    `/customers/${id}/..`,
    `/customers/*`,
    `/customers/${id.toUpperCase()}`,
    `/invoices/../customers/${id}`,
    `/public/../customers/${id}`,
    `/public/tags/../../customers/${id}`,
    `/public/tags%2f..%2f..%2fcustomers/${id}`,
    `/v1/customers/${id}`,
    `customers/${id}`,
    `/customers/${id}#x`,
  ];
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    for (const path of spellings) {
      const got = await send(`${method} ${path}`, ['Content-Length: 0']);
      assert.ok([404, 400].includes(got.status), `${method} ${path}: ${got.text.slice(0, 300)}`);
    }
  }
  assert.equal((await send(`GET /customers/${id}`)).status, 200);
});

test('S40: an identity that is written with escapes is the same record, and is as hidden from others', async () => {
  const escaped = [...id].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  assert.equal((await send(`GET /customers/${escaped}`)).status, 200);
  const [hidden, unknown] = [
    await send(`DELETE /customers/${escaped}`, [], theirs),
    await send('DELETE /customers/cus_01h455vb4pex5vsknk084sn02q', [], theirs),
  ];
  assert.deepEqual(hidden, unknown);
  assert.equal((await send(`GET /customers/${id}`)).status, 200);
});

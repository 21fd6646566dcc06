import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

const document = shop
  .replace('- Unknown fields: refused', '- Unknown fields: refused\n- Allowed origins: https://shop.example')
  .replace(
    '### Preconditions',
    '### Idempotency\n\n| Operations | Key |\n| --- | --- |\n| create Customer | header Idempotency-Key |\n\n### Preconditions',
  );
const codes =
  '| reused | 422 | idempotency key reused | | |\n| busy | 409 | idempotency key in progress | | |\n| broken | 500 |';

let served: Served;
let key: string;
before(async () => {
  served = await serve(document.replace('| broken | 500 |', codes));
  key = await served.key(['read', 'write', 'tags'], { shop: 'north' });
});
after(() => served.close());

/** All that is answered to some bytes, until the connection ends. */
async function exchange(...lines: readonly string[]): Promise<string> {
  const { port } = new URL(served.address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([...lines, 'Host: shop', 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const customer = { name: 'A', email: 'a@example.com' };

test('JSON is answered as UTF-8 without a charset or a byte-order mark, and read as UTF-8 alone', async () => {
  const type = 'Application/JSON; Charset="UTF-8"';
  const got = await served.ask('POST /customers', {
    key,
    body: { ...customer, name: 'Ä😀' },
    headers: { 'Content-Type': type },
  });
  assert.equal(got.status, 201, got.text);
  assert.equal(got.headers.get('content-type'), 'application/json');
  const bytes = await fetch(`${served.address}/customers/${got.json.id}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const text = Buffer.from(await bytes.arrayBuffer());
  assert.equal(text[0], '{'.charCodeAt(0));
  assert.ok(text.includes(Buffer.from('"Ä😀"')));
  for (const charset of ['utf-16', 'iso-8859-1', '"us-ascii"']) {
    const headers = { 'Content-Type': `application/json; charset=${charset}` };
    const refused = await served.ask('POST /customers', { key, body: customer, headers });
    assert.deepEqual([refused.status, refused.headers.get('accept')], [415, 'application/json'], charset);
  }
});

test('every answer has the date as an IMF-fixdate, and an answer without content has no length', async () => {
  const form =
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
  const { json } = await served.ask('POST /customers', { key, body: { ...customer, email: 'd@example.com' } });
  for (const [line, status] of [
    [`GET /customers/${json.id}`, 200],
    ['GET /nowhere', 404],
    ['POST /customers', 422],
    [`DELETE /customers/${json.id}`, 204],
  ] as const) {
    const got = await served.ask(line, { key, ...(line.startsWith('POST') ? { body: {} } : {}) });
    assert.equal(got.status, status);
    assert.match(got.headers.get('date')!, form);
    assert.ok(Math.abs(Date.parse(got.headers.get('date')!) - Date.now()) < 60_000);
    assert.equal(got.headers.has('content-length'), status !== 204);
  }
  const raw = await exchange('OPTIONS /customers HTTP/1.1');
  assert.match(raw, /^HTTP\/1\.1 204 /);
  assert.doesNotMatch(raw, /content-length|transfer-encoding/i);
  assert.ok(raw.endsWith('\r\n\r\n'));
});

test('methods are told apart by letter case, and OPTIONS * tells what the server knows', async () => {
  for (const method of ['get', 'Get', 'pOST'])
    assert.match(await exchange(`${method} /customers HTTP/1.1`), /^HTTP\/1\.1 (400|501) /);
  for (const method of ['CONNECT', 'PROPFIND']) {
    assert.match(
      await exchange(`${method} ${method === 'CONNECT' ? 'shop:1' : '/customers'} HTTP/1.1`),
      /^HTTP\/1\.1 501 /,
    );
  }
  const trace = await exchange('TRACE /customers HTTP/1.1');
  assert.match(trace, /^HTTP\/1\.1 405 /);
  assert.match(trace, /\r\nAllow: (?:GET, POST|POST, GET), HEAD, OPTIONS\r\n/);
  const star = await exchange('OPTIONS * HTTP/1.1');
  assert.match(star, /^HTTP\/1\.1 204 /);
  assert.match(star, /\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY\r\n/);
  assert.match(await exchange('GET * HTTP/1.1'), /^HTTP\/1\.1 400 /);
  const raw = await exchange('DELETE /customers HTTP/1.1');
  assert.match(raw, /^HTTP\/1\.1 405 /);
  assert.match(raw, /\r\nAllow: GET, POST, HEAD, OPTIONS\r\n|\r\nAllow: POST, GET, HEAD, OPTIONS\r\n/);
});

test('HEAD has the headers of GET', async () => {
  const { json } = await served.ask('POST /customers', { key, body: { ...customer, email: 'h@example.com' } });
  for (const path of [`/customers/${json.id}`, '/customers?limit=1', '/nowhere']) {
    const get = await served.ask(`GET ${path}`, { key });
    const head = await served.ask(`HEAD ${path}`, { key });
    assert.deepEqual([head.status, head.text], [get.status, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'link', 'cache-control', 'vary']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
    }
  }
});

test('the content of a DELETE has no meaning: members are refused', async () => {
  const { json } = await served.ask('POST /customers', { key, body: { ...customer, email: 'del@example.com' } });
  assert.equal((await served.ask(`DELETE /customers/${json.id}`, { key, body: { id: 'other' } })).status, 422);
  assert.equal((await served.ask(`DELETE /customers/${json.id}`, { key, body: {} })).status, 204);
});

test('no answer to a caller may be shared, and refusals are not stored', async () => {
  for (const line of ['GET /customers', 'GET /nowhere', 'POST /customers', 'GET /invoices/x']) {
    const got = await served.ask(line, { key, ...(line.startsWith('POST') ? { body: {} } : {}) });
    assert.equal(got.headers.get('cache-control'), 'no-store', line);
  }
  const large = await exchange('GET /customers HTTP/1.1', `A: ${'b'.repeat(17_000)}`);
  assert.match(large, /^HTTP\/1\.1 431 .*Cache-Control: no-store/s);
});

test('a preflight needs no credential, names headers one by one, and leaves the method to the document', async () => {
  const preflight = await served.ask('OPTIONS /customers', {
    headers: {
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, content-type, idempotency-key',
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://shop.example');
  const methods = preflight.headers.get('access-control-allow-methods')!.split(', ');
  assert.ok(methods.includes('POST') && methods.includes('GET') && !methods.includes('DELETE'));
  const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
  for (const name of ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key']) {
    assert.ok(allowed.includes(name), name);
  }
  assert.ok(!allowed.includes('*'));
  assert.equal(preflight.headers.get('access-control-max-age'), '7200');
  assert.match(preflight.headers.get('vary')!, /Origin/);
});

test('browsers are told on refusals too, and nothing where the origin is another; credentials are not asked for', async () => {
  for (const [line, status, more] of [
    ['GET /customers', 401, {}],
    ['GET /customers', 200, { key }],
    ['GET /nowhere', 404, {}],
    ['DELETE /customers', 405, {}],
    ['POST /customers', 422, { key, body: {} }],
  ] as const) {
    const at = status === 200 ? key : undefined;
    const got = await served.ask(line, {
      ...more,
      ...(at === undefined ? {} : { key: at }),
      headers: { Origin: 'https://shop.example' },
    });
    assert.deepEqual(
      [got.status, got.headers.get('access-control-allow-origin')],
      [status, 'https://shop.example'],
      line,
    );
    assert.match(got.headers.get('access-control-expose-headers')!, /ETag, Location, Link/);
    assert.equal(got.headers.get('access-control-allow-credentials'), null);
    const other = await served.ask(line, { ...more, headers: { Origin: 'https://other.example' } });
    assert.equal(other.headers.get('access-control-allow-origin'), null);
    assert.match(other.headers.get('vary')!, /Origin/);
  }
});

test('a key in a cookie is let in from the origins that are named, and never from anywhere', async () => {
  const carried = (from: string): string =>
    document
      .replace('| broken | 500 |', codes)
      .replace('Allowed origins: https://shop.example', `Allowed origins: ${from}`)
      .replace('header Authorization: Bearer', 'header Authorization: Bearer; cookie session');
  for (const [from, origin, credentials] of [
    ['https://shop.example', 'https://shop.example', 'true'],
    ['anywhere', '*', null],
  ] as const) {
    const other = await serve(carried(from));
    try {
      for (const asked of [{}, { 'Access-Control-Request-Method': 'PATCH' }] as Record<string, string>[]) {
        const line = Object.keys(asked).length === 0 ? 'GET /customers' : 'OPTIONS /customers';
        const got = await other.ask(line, { headers: { Origin: 'https://shop.example', ...asked } });
        assert.equal(got.headers.get('access-control-allow-origin'), origin, line);
        assert.equal(got.headers.get('access-control-allow-credentials'), credentials, line);
      }
    } finally {
      await other.close();
    }
  }
});

test('a UUID is found in upper case as in lower case', async () => {
  const of = await served.ask('POST /customers', { key, body: { ...customer, email: 'u@example.com' } });
  const line = { text: 'x', quantity: 1, price: 100 };
  const body = { customer: of.json.id, currency: 'EUR', lines: [line], due_on: '2999-01-01' };
  const invoice = await served.ask('POST /invoices', { key, body });
  const made = await served.ask('POST /reminders', { key, body: { invoice: invoice.json.id, text: 'x' } });
  assert.equal(made.status, 201, made.text);
  const got = await served.ask(`GET /reminders/${made.json.id.toUpperCase()}`, { key });
  assert.deepEqual([got.status, got.json.id], [200, made.json.id]);
});

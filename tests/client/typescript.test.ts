import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTest, type TestService } from '../../src/testing.ts';
import { root } from '../support/process.ts';
import { createModuleFolder, generateClient } from './generated.ts';

const document = join(root, 'tests/documents/written-out/invoices.md');

interface Result {
  readonly ok: boolean;
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly error: Error & { readonly code: string; readonly fields: readonly object[]; readonly explanation?: string };
  readonly etag?: string;
  readonly rateLimit?: { readonly name: string; readonly remaining: number };
  orThrow(): Record<string, unknown>;
}

type List = PromiseLike<Result> & AsyncIterable<Record<string, unknown>> & { pages(): AsyncIterable<Result> };
type Method = (...args: readonly unknown[]) => Promise<Result>;

/** The generated module: its types are tested by the compiler. */
interface Generated {
  createClient(options: object): Record<string, Method> & {
    listInvoice(parameters?: object, options?: object): List;
    streamEvents(
      options?: object,
    ): AsyncGenerator<{ readonly id: string; readonly type: string; readonly data: { readonly id: string } }>;
  };
  verifyWebhook(
    request: object,
    secrets: string | readonly string[],
    options?: object,
  ): Promise<{ readonly type: string }>;
}

let generated: Generated;
let older: Generated;
let service: TestService;
const keys = new Map<string, string>();

before(async () => {
  const folder = createModuleFolder();
  const load = async (name: string, version?: string): Promise<Generated> => {
    const file = join(folder, name);
    writeFileSync(file, await generateClient(document, version));
    return (await import(file)) as Generated;
  };
  generated = await load('client.ts');
  older = await load('older.ts', '2026-01-01');
  // A webhook is verified by the clock of the process.
  service = await openTest({ document, now: Date.now() });
  for (const shop of ['s1', 's2']) {
    keys.set(
      shop,
      await service.createKey({
        subject: shop,
        scopes: ['invoices:read', 'invoices:write', 'hooks:write'],
        attributes: { shop },
      }),
    );
  }
});
after(() => service.close());

type Fetch = (url: URL, init: RequestInit) => Promise<Response>;
const inProcess: Fetch = (url, init) => service.fetch(new Request(url, init));

function connect(shop: string, options: object = {}, module = generated): ReturnType<Generated['createClient']> {
  return module.createClient({
    baseUrl: 'http://service.test',
    credentials: { key: () => keys.get(shop) },
    fetch: inProcess,
    ...options,
  });
}

const due = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

async function createInvoice(shop: string, price = 100): Promise<string> {
  const client = connect(shop);
  const email = `${crypto.randomUUID()}@example.com`;
  const { id: customer } = (await client.createCustomer!({ name: 'Ada', email })).orThrow();
  const lines = [{ text: 'a', quantity: 1, price }];
  return (await client.createInvoice!({ customer, lines, due_on: due })).orThrow().id as string;
}

test('a call returns the record with its tag and the limit; a rejection is a value with its code', async () => {
  const client = connect('s1');
  const id = await createInvoice('s1');
  const read = await client.readInvoice!(id);
  assert.equal(read.ok, true);
  assert.equal(read.data.status, 'draft');
  assert.match(read.etag ?? '', /^"/);
  assert.equal(read.rateLimit?.name, 'calls');
  const paid = await client.payInvoice!(id, { amount: 1 });
  assert.equal(paid.ok, false);
  assert.equal(paid.error.code, 'wrong_state');
  assert.throws(() => paid.orThrow(), { name: 'ApiError', code: 'wrong_state', status: 409 });
  const wrong = await client.createInvoice!({ customer: 7 });
  assert.equal(wrong.error.code, 'invalid');
  assert.ok(wrong.error.fields.some((field) => 'pointer' in field && field.pointer === '/customer'));
});

test('a client sees the records of its own tenant alone', async () => {
  const id = await createInvoice('s1');
  const read = await connect('s2').readInvoice!(id);
  assert.equal(read.error.code, 'not_found');
  const anonymous = await connect('s1', { credentials: {} }).readInvoice!(id);
  assert.equal(anonymous.error.code, 'unauthenticated');
});

test('a list is awaited for a page, and read whole page by page', async () => {
  for (let n = 0; n < 5; n += 1) await createInvoice('s2', 100 + n);
  const client = connect('s2');
  const page = await client.listInvoice({ limit: 2 });
  assert.equal((page.data.data as readonly unknown[]).length, 2);
  const ids = new Set<unknown>();
  for await (const invoice of client.listInvoice({ limit: 2, status: ['draft', 'open'], sort: '-total' }))
    ids.add(invoice.id);
  assert.equal(ids.size, 5);
  let pages = 0;
  for await (const each of client.listInvoice({ limit: 2 }).pages()) pages += each.ok ? 1 : 0;
  assert.equal(pages, 3);
  await assert.rejects(
    async () => {
      for await (const _ of client.listInvoice({ customer: 'nobody' })) assert.fail();
    },
    { name: 'ApiError', code: 'invalid' },
  );
});

test('an ID that is empty or dots is not sent: it would name another path', async () => {
  const client = connect('s1', { fetch: () => assert.fail('sent') });
  for (const id of ['', '.', '..']) {
    await assert.rejects(client.readInvoice!(id), {
      name: 'RangeError',
      message: /\{id\} is "\.{0,2}", which changes the path/,
    });
    await assert.rejects(client.payInvoice!(id, { amount: 1 }), { name: 'RangeError' });
  }
  const lone = /: (?:\{id\}|sort) has a lone surrogate/;
  await assert.rejects(client.readInvoice!('\ud800'), lone);
  await assert.rejects(async () => client.listInvoice!({ sort: '\ud800' }), lone);
  assert.equal((await connect('s1').readInvoice!('../')).error.code, 'not_found');
});

test('a redirect is not followed: another host receives neither body nor credential', async () => {
  let received = 0;
  const other = createServer((_, response) => {
    received += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const location = `http://localhost:${(other.address() as AddressInfo).port}/`;
  const moved = createServer((_, response) => response.writeHead(307, { location }).end()).listen(0, '127.0.0.1');
  await once(moved, 'listening');
  try {
    const baseUrl = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const client = connect('s1', { baseUrl, fetch: undefined, headers: { 'X-Api-Key': 'secret' } });
    await assert.rejects(client.createCustomer!({ name: 'Ada' }), { name: 'UnexpectedResponseError', status: 307 });
    assert.equal(received, 0);
  } finally {
    moved.close();
    other.close();
  }
});

test('a long Link header is read in a time that grows with its length', async () => {
  // The expression that finds the next page meets each sign a bounded number of times: it tells 4 MB apart at once.
  const link = `${'<'.repeat(2_000_000)}${'<a>;'.repeat(500_000)}, <http://service.test/x?cursor=2>; rel="next"`;
  const queries: string[] = [];
  const client = connect('s1', {
    fetch: async (url: URL) => {
      queries.push(url.search);
      const headers = { 'Content-Type': 'application/json', ...(queries.length === 1 ? { Link: link } : {}) };
      return new Response('{"data":[]}', { headers });
    },
  });
  for await (const _ of client.listInvoice()) assert.fail();
  assert.deepEqual(queries, ['', '?cursor=2']);
});

test('a request whose response is lost is sent again with the same key and changes one record', async () => {
  const id = await createInvoice('s1', 500);
  const client = connect('s1');
  (await client.sendInvoice!(id)).orThrow();
  const sent: (string | null)[] = [];
  let lost = 0;
  const losing: Fetch = async (url, init) => {
    sent.push(new Headers(init.headers).get('idempotency-key'));
    const response = await inProcess(url, init);
    if (lost++ === 0) throw new TypeError('fetch failed');
    return response;
  };
  const paid = (await connect('s1', { fetch: losing }).payInvoice!(id, { amount: 200 })).orThrow();
  assert.equal(paid.paid, 200);
  assert.equal(sent.length, 2);
  assert.equal(sent[0], sent[1]);
  // A request without a key that may have changed something is not repeated.
  let tried = 0;
  const failing: Fetch = () => {
    tried += 1;
    return Promise.reject(new TypeError('fetch failed'));
  };
  await assert.rejects(connect('s1', { fetch: failing }).sendInvoice!(id), { message: 'fetch failed' });
  assert.equal(tried, 1);
});

test('Retry-After is waited for, and a long one is left to the caller', async () => {
  const id = await createInvoice('s1');
  const answers = [0, 3600];
  const moments: number[] = [];
  const limited: Fetch = (url, init) => {
    moments.push(Date.now());
    const seconds = answers.shift();
    if (seconds === undefined) return inProcess(url, init);
    return Promise.resolve(
      new Response('{"code":"slow_down","title":"Too many requests"}', {
        status: 429,
        headers: { 'Retry-After': String(seconds), 'Content-Type': 'application/problem+json' },
      }),
    );
  };
  const client = connect('s1', { fetch: limited });
  assert.equal((await client.readInvoice!(id)).error.code, 'slow_down');
  assert.equal(moments.length, 2);
  assert.ok((await client.readInvoice!(id)).ok);
});

test('If-Match and a signal reach the service and fetch', async () => {
  const id = await createInvoice('s1');
  const client = connect('s1');
  const { etag } = await client.readInvoice!(id);
  (await client.updateInvoice!(id, { memo: 'a' }, { ifMatch: etag })).orThrow();
  const stale = await client.updateInvoice!(id, { memo: 'b' }, { ifMatch: etag });
  assert.equal(stale.error.code, 'changed_meanwhile');
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(client.readInvoice!(id, { signal }), { message: 'enough' });
});

test('a wait ends with the record in the state', async () => {
  const id = await createInvoice('s1');
  const client = connect('s1');
  const waited = client.waitUntilInvoice!(id, ['open'], { interval: 5 });
  (await client.sendInvoice!(id)).orThrow();
  assert.equal((await waited).data.status, 'open');
  assert.equal((await connect('s2').waitUntilInvoice!(id, ['open'])).error.code, 'not_found');
});

test('a stream goes on after a lost connection, with each event once', async () => {
  const responses: Response[] = [];
  const headers: (string | null)[] = [];
  const cutting: Fetch = async (url, init) => {
    const response = await inProcess(url, init);
    if (url.pathname !== '/events') return response;
    headers.push(new Headers(init.headers).get('last-event-id'));
    const body = response.body!.pipeThrough(cutAfterEvents(responses.length === 0 ? 1 : 9));
    const cut = new Response(body, response);
    responses.push(cut);
    return cut;
  };
  const stop = new AbortController();
  const events = connect('s1', { fetch: cutting }).streamEvents({ lastEventId: '0', signal: stop.signal });
  const id = await createInvoice('s1');
  (await connect('s1').sendInvoice!(id)).orThrow();
  const seen: string[] = [];
  for await (const event of events) {
    seen.push(event.id);
    if (event.data.id === id && event.type === 'invoice.sent') break;
  }
  stop.abort();
  assert.equal(new Set(seen).size, seen.length);
  assert.equal(headers.length, 2);
  assert.equal(headers[1], seen[0]);
  const gone = connect('s1').streamEvents({ lastEventId: 'x' });
  await assert.rejects(gone.next(), { name: 'ApiError', code: 'invalid' });
});

/** Ends a stream after so many events; the client is told to come again at once. */
function cutAfterEvents(count: number): TransformStream<Uint8Array, Uint8Array> {
  let left = count;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk).replace(/retry: \d+/, 'retry: 5');
      controller.enqueue(encoder.encode(text));
      left -= text.split('\nevent: ').length - 1;
      if (left <= 0) controller.terminate();
    },
  });
}

test('a webhook is verified with one of several secrets, and nothing else is', async () => {
  const client = connect('s1');
  const created = (await client.createWebhookEndpoint!({ url: 'https://example.com/hook' })).orThrow();
  const id = await createInvoice('s1');
  await service.settle();
  const webhook = service.webhooks.find(({ text }) => text.includes(id))!;
  const request = { body: webhook.text, headers: webhook.headers };
  const event = await generated.verifyWebhook(request, ['whsec_b2xkZXI=', created.secret as string]);
  assert.equal(event.type, 'invoice.created');
  const rejected = { name: 'WebhookVerificationError' };
  await assert.rejects(generated.verifyWebhook(request, 'whsec_b2xkZXI='), rejected);
  await assert.rejects(
    generated.verifyWebhook({ ...request, body: webhook.text.replace('created', 'paid') }, created.secret as string),
    rejected,
  );
  await assert.rejects(generated.verifyWebhook({ ...request, headers: {} }, created.secret as string), rejected);
  const old = { ...webhook.headers, 'webhook-timestamp': '1700000000' };
  await assert.rejects(generated.verifyWebhook({ ...request, headers: old }, created.secret as string), rejected);
});

test('a client of an older version speaks that version', async () => {
  const id = await createInvoice('s1');
  const invoice = (await connect('s1', {}, older).readInvoice!(id)).orThrow();
  assert.deepEqual(Object.keys(invoice).includes('items'), true);
  assert.deepEqual((await connect('s1', {}, older).withdrawInvoice!(id)).orThrow().status, 'cancelled');
});

test('a response that the document does not describe is an error of its own', async () => {
  const json = { 'Content-Type': 'application/json' };
  const html = { 'Content-Type': 'text/html' };
  for (const [status, body, headers] of [
    [502, '<h1>Bad gateway</h1>', html],
    [200, '<h1>Log in</h1>', html],
    [200, '{"id":', json],
    [200, '', json],
    [200, '{}', html],
    [404, '<h1>Not found</h1>', html],
    [404, '[]', json],
    [404, '{"code":{"x":1}}', json],
    [404, '', {}],
  ] as const) {
    const proxy: Fetch = () => Promise.resolve(new Response(body, { status, headers }));
    const client = connect('s1', { fetch: proxy });
    const expected = { name: 'UnexpectedResponseError', status };
    await assert.rejects(client.readInvoice!('inv_1'), expected, `${status} ${body}`);
    if (status === 200)
      await assert.rejects(async () => {
        for await (const invoice of client.listInvoice({ limit: 2 })) assert.ok(invoice);
      }, expected);
  }
  for (const body of ['null', '[1]', '{"data":"abc"}', '{"data":{}}']) {
    const client = connect('s1', { fetch: () => Promise.resolve(new Response(body, { headers: json })) });
    await assert.rejects(
      async () => {
        for await (const invoice of client.listInvoice({ limit: 2 })) assert.fail(JSON.stringify(invoice));
      },
      { name: 'UnexpectedResponseError', status: 200 },
      body,
    );
  }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '../../src/index.ts';
import { openTest, type TestService } from '../../src/testing.ts';
import { program, root } from '../support/process.ts';

const document = join(root, 'tests/documents/written-out/invoices.md');
let service: TestService;
let server: Server;
let address: string;
const keys = new Map<string, string>();

before(async () => {
  service = await openTest({ document, now: Date.now(), settings: { mcp: true } });
  for (const shop of ['s1', 's2']) {
    const scopes = ['invoices:read', 'invoices:write'];
    keys.set(shop, await service.createKey({ subject: shop, scopes, attributes: { shop } }));
  }
  keys.set('reader', await service.createKey({ subject: 'r', scopes: ['invoices:read'], attributes: { shop: 's1' } }));
  server = createServer(toNodeHandler(service)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  server.closeAllConnections();
  await service.close();
});

async function connect(caller: string | undefined): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = caller === undefined ? {} : { Authorization: `Bearer ${keys.get(caller)}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));
  return client;
}

type Value = Record<string, unknown> & { readonly body: Record<string, unknown> };

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ value: Value; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  return { value: result.structuredContent as Value, isError: result.isError === true };
}

async function createInvoice(client: Client): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const customer = await call(client, 'createCustomer', { body: { name: 'Ada', email } });
  const body = {
    customer: customer.value.body.id,
    lines: [{ text: 'a', quantity: 1, price: 100 }],
    due_on: new Date(Date.now() + 864_000_000).toISOString().slice(0, 10),
  };
  const { value } = await call(client, 'createInvoice', { body, 'Idempotency-Key': crypto.randomUUID() });
  assert.equal(value.status, 201);
  return value.body.id as string;
}

test('each operation is a tool with its words and the schema of its arguments', async () => {
  const client = await connect('s1');
  const { tools } = await client.listTools();
  const pay = tools.find(({ name }) => name === 'payInvoice')!;
  assert.deepEqual(pay.inputSchema.required, ['id', 'body']);
  assert.match(pay.description ?? '', /paid \+ input\.amount == total/);
  assert.equal(tools.find(({ name }) => name === 'listInvoice')!.annotations?.readOnlyHint, true);
  assert.ok(!tools.some(({ name }) => name === 'issueToken' || name === 'streamEvents'));
  assert.equal(tools.length, 17 + 3);
  for (const { inputSchema } of tools) {
    for (const [, name] of JSON.stringify(inputSchema).matchAll(/#\/\$defs\/([^"]+)/g)) {
      assert.ok(name! in (inputSchema.$defs as object), name);
    }
  }
  assert.match(client.getInstructions() ?? '', /nonet_actions/);
  const unknown = await client.callTool({ name: 'refundInvoice', arguments: {} });
  const [content] = unknown.content as { text: string }[];
  assert.match(content!.text, /^There is no tool refundInvoice\. Tools: createCustomer, /);
  await client.close();
});

test('a tool works under the credential of its client: scope, tenant and states are the service’s', async () => {
  const [own, other, reader, nobody] = await Promise.all([
    connect('s1'),
    connect('s2'),
    connect('reader'),
    connect(undefined),
  ]);
  const id = await createInvoice(own);
  assert.equal((await call(own, 'readInvoice', { id })).value.body.status, 'draft');
  assert.equal((await call(other, 'readInvoice', { id })).value.status, 404);
  assert.equal((await call(reader, 'sendInvoice', { id })).value.body.code, 'forbidden');
  const anonymous = await call(nobody, 'readInvoice', { id });
  assert.deepEqual([anonymous.isError, anonymous.value.status], [true, 401]);
  const early = await call(own, 'payInvoice', { id, body: { amount: 1 } });
  assert.deepEqual([early.isError, early.value.body.code], [true, 'wrong_state']);
  assert.match(String(early.value.document_line), /invoices\.md:\d+/);
  const wrong = await call(own, 'payInvoice', { id, body: { amount: 'much' } });
  assert.equal(wrong.value.body.code, 'invalid');
  const unknown = await call(own, 'payInvoice', { id, amount: 1 });
  assert.deepEqual(
    [unknown.isError, unknown.value.error],
    [true, 'amount is not an argument. Arguments: id, Idempotency-Key, body'],
  );
  const list = await call(own, 'listInvoice', { status: ['draft', 'open'], limit: 1 });
  assert.equal((list.value.body.data as readonly unknown[]).length, 1);
  await Promise.all([own, other, reader, nobody].map((client) => client.close()));
});

test('nonet_actions lists what the state of a record allows', async () => {
  const client = await connect('s1');
  const id = await createInvoice(client);
  const { value } = await call(client, 'nonet_actions', { resource: 'Invoice', id });
  const names = (key: string): readonly string[] => (value[key] as { tool: string }[]).map(({ tool }) => tool);
  assert.deepEqual(value.states, { status: 'draft' });
  assert.deepEqual(names('possible'), ['updateInvoice', 'deleteInvoice', 'sendInvoice', 'withdrawInvoice']);
  assert.deepEqual(names('not_now'), ['payInvoice']);
  const hidden = await call(await connect('s2'), 'nonet_actions', { resource: 'Invoice', id });
  assert.deepEqual([hidden.isError, hidden.value.status], [true, 404]);
  assert.equal((await call(client, 'nonet_actions', { resource: 'Nothing', id })).isError, true);
});

test('nonet_explain and nonet_gaps say what the document says', async () => {
  const client = await connect('s1');
  const { value } = await call(client, 'nonet_explain', { operation: 'pay Invoice' });
  const steps = value.steps as { readonly errors?: readonly { readonly code: string; readonly status: number }[] }[];
  assert.ok(steps.some(({ errors }) => errors?.some(({ code, status }) => code === 'overpaid' && status === 409)));
  assert.deepEqual((await call(client, 'nonet_gaps', {})).value.gaps, []);
  await client.close();
});

test('the endpoint is there only where it is wanted, takes POST, and bounds what it reads', async () => {
  const plain = await openTest({ document, now: Date.now() });
  assert.equal((await plain.fetch(new Request('http://a/mcp', { method: 'POST', body: '{}' }))).status, 404);
  await plain.close();
  assert.equal((await fetch(`${address}/mcp`)).status, 405);
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  assert.equal((await fetch(`${address}/mcp`, { method: 'POST', headers, body: 'x'.repeat(2_000_000) })).status, 413);
  assert.equal((await fetch(`${address}/mcp`, { method: 'POST', headers, body: '{' })).status, 400);
});

test('nonet mcp speaks on standard input and output, and says when the service does not respond', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const words = ['--disable-warning=ExperimentalWarning', program, 'mcp', document, '--url'];
  const env = { ...(process.env as Record<string, string>), NONET_KEY: keys.get('s1')! };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...words, address], env }));
  const id = await createInvoice(client);
  assert.equal((await call(client, 'sendInvoice', { id })).value.body.status, 'open');
  await client.close();
  const lost = new Client({ name: 'test', version: '1' });
  await lost.connect(
    new StdioClientTransport({ command: process.execPath, args: [...words, 'http://127.0.0.1:9'], env }),
  );
  await assert.rejects(lost.callTool({ name: 'listInvoice', arguments: {} }), /does not respond/);
  await lost.close();
});

test('nonet mcp follows no redirect: another host receives neither body nor credential', async () => {
  let received = 0;
  const other = createServer((_, response) => {
    received += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const location = `http://localhost:${(other.address() as AddressInfo).port}/`;
  const moved = createServer((_, response) => response.writeHead(307, { location }).end()).listen(0, '127.0.0.1');
  await once(moved, 'listening');
  const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
  const args = ['--disable-warning=ExperimentalWarning', program, 'mcp', document, '--url', url];
  const client = new Client({ name: 'test', version: '1' });
  const env = { ...(process.env as Record<string, string>), NONET_KEY: 'secret' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  try {
    const { value } = await call(client, 'createCustomer', { body: { name: 'Ada' } });
    assert.deepEqual([value.status, value.location, received], [307, location, 0]);
  } finally {
    await client.close();
    moved.close();
    other.close();
  }
});

test('an ID that has no UTF-8 is one that no record has', async () => {
  const client = await connect('s1');
  const { isError, value } = await call(client, 'sendInvoice', { id: 'a\ud800' });
  assert.equal(isError, true);
  assert.equal(value.status, 404);
  await client.close();
});

test('a tool sends no ID that is missing, empty or dots: it would name another path', async () => {
  const client = await connect('s1');
  for (const id of ['', '.', '..', undefined]) {
    const { isError, value } = await call(client, 'sendInvoice', { id });
    assert.equal(isError, true);
    assert.match(String(value.error), /^id must not be/);
  }
  await client.close();
});

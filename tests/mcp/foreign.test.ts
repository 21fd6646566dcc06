import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toNodeHandler } from '../../src/index.ts';
import { openTest, type TestService } from '../../src/testing.ts';
import { root } from '../support/process.ts';

// What other sites, proxies and clients that never read do at the endpoint for agents.

const document = join(root, 'examples/invoices/invoices.md');
/** The pages of `https://app.example` may call its service. */
const shared = readFileSync(document, 'utf8').replace(
  /^## Endpoints$/m,
  '$&\n\n- Allowed origins: https://app.example',
);
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe('the endpoint for agents', () => {
  let service: TestService;
  let key: string;
  let port: number;
  const server = createServer((incoming, response) => toNodeHandler(service)(incoming, response));
  before(async () => {
    service = await openTest({
      document,
      now: Date.now(),
      settings: { mcp: true, baseUrl: 'https://api.example', serverLimits: { maxRequestTime: 10_000 } },
    });
    key = await service.createKey({ subject: 'a', scopes: ['invoices:read'], attributes: { shop: 'a' } });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await service.close();
  });

  const post = (message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const accept = 'application/json, text/event-stream';
      const all = { Accept: accept, 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers };
      const sent = request({ port, path: '/mcp', method: 'POST', headers: all }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sent.on('error', reject).end(JSON.stringify(message));
    });

  test('S74: refuses pages of other origins and names that lead here, whatever key they have', async () => {
    const own = ['localhost', '127.0.0.1', '[::1]', 'api.example'];
    for (const host of own) {
      assert.equal((await post(ping, { Host: `${host}:${port}` })).status, 200, host);
      const origin = { Host: `${host}:${port}`, Origin: `http://${host}:${port}` };
      assert.equal((await post(ping, origin)).status, 200, host);
    }
    assert.equal((await post(ping, { Origin: 'https://api.example' })).status, 200);
    for (const origin of ['http://evil.example', 'null', 'https://api.example.evil'])
      assert.equal((await post(ping, { Origin: origin })).status, 403, origin);
    assert.equal((await post(ping, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    for (const host of ['evil.example', 'api.example.evil']) {
      const answer = await post(ping, { Host: `${host}:${port}`, Origin: `http://${host}:${port}` });
      assert.equal(answer.status, 421, host);
      assert.match(answer.text, /Host does not name this service/);
    }
  });

  test('refuses batches, such as a call with its cancellation, which would never be answered', async () => {
    const call = { ...ping, method: 'tools/call', params: { name: 'listInvoice', arguments: {} } };
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const batch of [[call, cancelled], [ping], []]) {
      const { status, text } = await post(batch);
      assert.equal(status, 400);
      assert.match(text, /"code":-32600,"message":"A request must hold one message: the protocol has no batches\."/);
    }
  });

  test('S35: clients behind a proxy get no line of the document, whatever header the proxy sets', async () => {
    const call = { ...ping, method: 'tools/call', params: { name: 'readInvoice', arguments: { id: 'inv_0' } } };
    assert.match((await post(call)).text, /document_line/);
    const proxies = ['X-Real-IP', 'Via', 'X-Forwarded-Host', 'X-Forwarded-For', 'Forwarded', 'X-Forwarded-Proto'];
    for (const name of proxies)
      assert.doesNotMatch((await post(call, { [name]: '192.0.2.1' })).text, /document_line/, name);
    assert.doesNotMatch((await post(call, { Host: 'api.example' })).text, /document_line/);
  });
});

test('a page of an allowed origin may send what a browser client of the protocol sends', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'invoices.md');
  writeFileSync(file, shared);
  const service = await openTest({
    document: file,
    now: Date.now(),
    settings: { mcp: true },
  });
  t.after(() => service.close());
  const key = await service.createKey({ subject: 'a', scopes: ['invoices:read'], attributes: { shop: 'a' } });
  const asked = ['authorization', 'content-type', 'accept', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];
  const send = (init: RequestInit): Promise<Response> => service.fetch(new Request('http://localhost/mcp', init));
  const ask = (origin: string): Promise<Response> =>
    send({
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked.join(','),
      },
    });
  const preflight = await ask('https://app.example');
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example');
  assert.match(preflight.headers.get('access-control-allow-methods')!, /POST/);
  const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
  for (const name of asked) assert.ok(allowed.includes(name), name);
  const other = await ask('https://evil.example');
  assert.equal(other.headers.get('access-control-allow-origin'), null);
  const answer = await send({
    method: 'POST',
    headers: {
      Origin: 'https://app.example',
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Mcp-Protocol-Version': '2025-06-18',
    },
    body: JSON.stringify(ping),
  });
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, 'https://app.example']);
});

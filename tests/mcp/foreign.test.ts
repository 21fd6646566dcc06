import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toNodeHandler } from '../../src/index.ts';
import { openTest, type TestService } from '../../src/testing.ts';
import { root } from '../support/process.ts';

// What other sites, proxies and clients that never read do at the endpoint for agents.

const document = join(root, 'examples/invoices/invoices.md');
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

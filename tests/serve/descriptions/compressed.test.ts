import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type OpenService, open, toNodeHandler } from '../../../src/index.ts';
import { root } from '../../support/process.ts';

let service: OpenService;
const server = createServer((incoming, response) => toNodeHandler(service)(incoming, response));
before(async () => {
  service = await open({ document: join(root, 'examples/invoices/invoices.md') });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers }, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece as Buffer);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    });
    sent.on('error', reject).end();
  });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

for (const path of ['/openapi.json', '/docs'])
  test(`${path} is sent compressed to clients who accept that, each coding with a tag of its own`, async () => {
    // The page changes once its examples have been played.
    await get('/openapi.json', {});
    const plain = await get(path, {});
    assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined]);
    assert.match(String(plain.headers.vary), /Accept-Encoding/);
    const tags = new Set([plain.headers.etag]);
    for (const coding of ['br', 'gzip'] as const) {
      const got = await get(path, { 'Accept-Encoding': coding });
      assert.equal(got.headers['content-encoding'], coding);
      assert.equal(Number(got.headers['content-length']), got.body.length);
      assert.ok(got.body.length < plain.body.length / 4, `${got.body.length} of ${plain.body.length} bytes`);
      assert.ok(decoders[coding](got.body).equals(plain.body));
      tags.add(got.headers.etag);
      const known = { 'Accept-Encoding': coding, 'If-None-Match': String(got.headers.etag) };
      assert.equal((await get(path, known)).status, 304);
      const head = await get(path, { 'Accept-Encoding': coding }, 'HEAD');
      assert.deepEqual([head.body.length, head.headers['content-length']], [0, got.headers['content-length']]);
    }
    assert.equal(tags.size, 3);
  });

test('records are never compressed: their length would reveal a secret next to a text of the client', async () => {
  const key = await service.createKey({
    subject: 'shop',
    scheme: 'key',
    scopes: ['invoices:read'],
    attributes: { shop: 'demo' },
  });
  const got = await get('/invoices', {
    'Accept-Encoding': 'br, gzip',
    'X-Api-Key': key,
    Authorization: `Bearer ${key}`,
  });
  assert.equal(got.status, 200, got.body.toString());
  assert.equal(got.headers['content-encoding'], undefined);
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listen } from '../../src/serve/node.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { open, statusOf, until } from './clients.fixture.ts';

// Clients that send much (S11, S16); what hostile bytes do to the parser stands in src/serve/node.test.ts.

let served: Served;
let keys: string[];

before(async () => {
  served = await serve(shop);
  keys = [await served.key(['read', 'write', 'tags'], { shop: 's1' }), await served.key(['tags'], { shop: 's2' })];
});
after(() => served.close());

test('S11: 10,000 pipelined requests are answered in order', async () => {
  const count = 10_000;
  const head = (i: number): string =>
    `GET /public/tags?n=${i} HTTP/1.1\r\nHost: shop\r\ntraceparent: 00-${String(i + 1).padStart(32, '0')}-${'b'.repeat(16)}-00\r\n\r\n`;
  const client = open(served.address, Array.from({ length: count }, (_, i) => head(i)).join(''));
  const refusals = (): string[] => [...client.got().matchAll(/urn:uuid:([0-9-]+)/g)].map(([, id]) => id!);
  await until(() => refusals().length === count, `${count} answers`);
  const order = refusals().map((id) => Number(id.replaceAll('-', '')));
  assert.deepEqual(
    order,
    Array.from({ length: count }, (_, i) => i + 1),
  );
  client.socket.destroy();
});

test('S11: requests of a connection are begun in turn', async (t) => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const handle: typeof served.service.handle = async (incoming) => {
    begun++;
    await gate.promise;
    return served.service.handle(incoming);
  };
  const listener = await listen({ ...served.service, handle }, { port: 0, host: '127.0.0.1' });
  t.after(() => listener.close(50));
  const socket = connect({ port: Number(new URL(listener.address).port), host: '127.0.0.1', noDelay: true });
  t.after(() => socket.destroy());
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk;
  });
  const head = (line: string): string => `${line} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\n`;
  const body = '{"color":"red"}';
  const put = `${head('PUT /tags/turn')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(`${head('GET /tags/none')}\r\n`.repeat(500) + put + body.slice(0, 5));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(begun, 1);
  gate.resolve();
  socket.write(body.slice(5));
  await until(() => got.split('HTTP/1.1 ').length === 502, 'all responses');
  assert.match(got, /HTTP\/1\.1 201 /);
});

test('S11: a client that pipelines and reads nothing is not served on, until it reads', async (t) => {
  const count = 10_000;
  const tag = await served.ask('PUT /tags/long', { key: keys[0], body: { color: 'x'.repeat(8000) } });
  assert.equal(tag.status, 201, tag.text);
  let handled = 0;
  const handle: typeof served.service.handle = (incoming) => {
    handled++;
    return served.service.handle(incoming);
  };
  const listener = await listen({ ...served.service, handle }, { port: 0, host: '127.0.0.1' });
  t.after(() => listener.close(50));
  const lines = `GET /tags/long HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\n\r\n`;
  const socket = connect({ port: Number(new URL(listener.address).port), host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  socket.pause();
  for (let i = 0; i < 100; i++) socket.write(lines.repeat(count / 100));
  let seen = -1;
  while (handled !== seen || handled === 0) {
    seen = handled;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  // All that the system keeps for the two ends is much less than the 80 MB of all answers.
  assert.ok(handled < count / 2, `${handled} were answered of which none was read`);
  let answers = 0;
  socket.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf('HTTP/1.1 200'); at >= 0; at = chunk.indexOf('HTTP/1.1 200', at + 1)) answers++;
  });
  socket.resume();
  // A status line may stand on the edge of two chunks.
  await until(() => answers > count * 0.99 && handled === count, `${count} answers`);
  socket.destroy();
});

test('S16: a body of one byte more than the limit is refused, one of the limit itself is read', async () => {
  const limit = 64 * 1024;
  const body = (bytes: number): string => {
    const text = '{"name":"a","email":"","data":{"a":""}}';
    return text.replace('"a":""}}', `"a":"${'x'.repeat(bytes - text.length)}"}}`);
  };
  const send = (bytes: number, chunked: boolean): Promise<number> => {
    const text = body(bytes);
    assert.equal(text.length, bytes);
    const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
    const head = `POST /customers HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
    const client = open(served.address, head, chunked ? `${bytes.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text);
    return until(() => statusOf(client.got()) > 0, 'an answer').then(() => {
      client.socket.destroy();
      return statusOf(client.got());
    });
  };
  for (const chunked of [false, true]) {
    assert.equal(await send(limit, chunked), 422);
    assert.equal(await send(limit + 1, chunked), 413);
  }
});

test('S16: a body that says only in its trailer that it ends is refused as soon as it is too long', async () => {
  const head = `POST /customers HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const client = open(served.address, head, `${`4000\r\n${'x'.repeat(16_384)}\r\n`.repeat(5)}`);
  await client.closed;
  assert.equal(statusOf(client.got()), 413);
});

test('S16: a compressed bomb is refused without being unpacked, by every name of its coding', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20), { level: 9 });
  assert.ok(bomb.length < 64 * 1024);
  for (const coding of ['gzip', 'GZIP', 'x-gzip', 'deflate', 'br', 'gzip, identity']) {
    const response = await fetch(`${served.address}/customers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys[0]}`, 'Content-Type': 'application/json', 'Content-Encoding': coding },
      body: bomb,
    });
    await response.text();
    assert.equal(response.status, 415, coding);
  }
});

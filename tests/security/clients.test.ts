import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limitedShop } from '../../src/serve/limited.fixture.ts';
import type { Listener } from '../../src/serve/node/listening.ts';
import { listen } from '../../src/serve/node.ts';
import { type Served, serve } from '../../src/serve/served.fixture.ts';
import { shop } from '../../src/serve/shop.fixture.ts';

// Slow and heavy clients (S11 to S16); what hostile bytes do to the parser stands in src/serve/node.test.ts.

/** What a socket got, and how it came to its end. */
interface Client {
  readonly socket: Socket;
  got(): string;
  readonly closed: Promise<void>;
}

function open(address: string, ...parts: readonly string[]): Client {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const part of parts) socket.write(part);
  return { socket, got: () => Buffer.concat(chunks).toString('latin1'), closed };
}

const opened = ({ socket }: Client): Promise<void> =>
  new Promise((resolve) => (socket.connecting ? void socket.once('connect', () => resolve()) : resolve()));

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within 20 seconds: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
const get = 'GET /public/tags HTTP/1.1\r\nHost: shop\r\n\r\n';

let served: Served;
let strict: Listener;
let keys: string[];

before(async () => {
  served = await serve(shop);
  keys = [await served.key(['read', 'write', 'tags'], { shop: 's1' }), await served.key(['tags'], { shop: 's2' })];
  const times = { headTime: 600, requestTime: 900, idleTime: 60_000, sendTime: 700, connections: 40 };
  strict = await listen(served.service, { port: 0, host: '127.0.0.1', ...times });
});
after(async () => {
  await strict.close(50);
  await served.close();
});

test('S11: 10,000 pipelined requests are answered in order, and no more is kept of them than the client takes', async () => {
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

test('S11: a client that pipelines and reads nothing is not served on', async () => {
  const tag = await served.ask('PUT /tags/long', { key: keys[0], body: { color: 'x'.repeat(20_000) } });
  assert.equal(tag.status, 201, tag.text);
  const lines = `GET /tags/long HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\n\r\n`;
  const socket = connect({ port: Number(new URL(served.address).port), host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  socket.pause();
  const before = process.memoryUsage().rss;
  let taken = 0;
  for (let i = 0; i < 100; i++) socket.write(lines.repeat(100), () => taken++);
  await new Promise((resolve) => setTimeout(resolve, 800));
  // All answers together have 200 MB.
  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
  socket.destroy();
});

describe('S12: slow heads', () => {
  test('are closed with 408 while a healthy client is served', async () => {
    const slow = Array.from({ length: 30 }, () => open(strict.address, 'GET / HTTP/1.1\r\nHost: sh'));
    const drips = slow.map(({ socket }) => setInterval(() => socket.writable && socket.write('x'), 100));
    await Promise.all(slow.map(opened));
    const healthy = await fetch(`${strict.address}/public/tags`);
    assert.equal(healthy.status, 200);
    await healthy.text();
    await Promise.all(slow.map(({ closed }) => closed));
    for (const drip of drips) clearInterval(drip);
    for (const { got } of slow) assert.equal(statusOf(got()), 408);
  });
});

test('S13: a body that arrives byte by byte is closed with 408 when the time for a request is over', async () => {
  const head = `POST /customers HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
  const slow = open(strict.address, head);
  const drip = setInterval(() => slow.socket.writable && slow.socket.write(' '), 100);
  await slow.closed;
  clearInterval(drip);
  assert.equal(statusOf(slow.got()), 408);
});

test('S14: a client that does not take a long answer is closed, and its place among requests under way comes back', async (t) => {
  const rows = ['few | concurrency | list Tag | address | 1 |'];
  const one = await serve(limitedShop(rows));
  const listener = await listen(one.service, { port: 0, host: '127.0.0.1', sendTime: 500 });
  t.after(async () => {
    await listener.close(50);
    await one.close();
  });
  const key = await one.key(['tags'], { shop: 's1' });
  // A page of two is longer than what the system keeps for a client that has asked for little.
  for (const name of ['a', 'b', 'c']) {
    const color = 'x'.repeat(60_000);
    assert.equal((await one.ask(`PUT /tags/${name}`, { key, body: { color } })).status, 201);
  }
  // It asks often enough that the last of its answers cannot be handed over.
  const unread = connect({ port: Number(new URL(listener.address).port), host: '127.0.0.1' });
  unread.on('error', () => {});
  unread.pause();
  const closed = new Promise((resolve) => unread.once('close', resolve));
  const refused = async (): Promise<boolean> => (await one.ask('GET /public/tags')).status === 429;
  let busy = false;
  for (let i = 0; i < 200 && !busy; i++) {
    unread.write(get);
    await new Promise((resolve) => setTimeout(resolve, 10));
    busy = await refused();
  }
  assert.ok(busy);
  let free = false;
  for (let i = 0; i < 400 && !free; i++) {
    free = !(await refused());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(free);
  unread.resume();
  await closed;
});

test('S15: with all connections taken the oldest idle one is closed, and a new client is served', async () => {
  const idle: Client[] = [];
  for (let i = 0; i < 40; i++) {
    const client = open(strict.address, get);
    idle.push(client);
    await until(() => client.got().endsWith('}') || client.got().includes('"data"'), 'an answer');
  }
  const late = open(strict.address, get);
  await until(() => statusOf(late.got()) === 200, 'the answer to one more');
  await idle[0]!.closed;
  assert.ok(idle.slice(1).every(({ socket }) => !socket.destroyed));
  for (const { socket } of [...idle, late]) socket.destroy();
});

test('S15: connections that never say anything give way as well', async () => {
  const silent = Array.from({ length: 40 }, () => open(strict.address));
  await Promise.all(silent.map(opened));
  const late = open(strict.address, get);
  await until(() => statusOf(late.got()) === 200, 'the answer to one more');
  for (const { socket } of [...silent, late]) socket.destroy();
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

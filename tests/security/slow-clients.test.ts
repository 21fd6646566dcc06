import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import type { Listener } from '../../src/serve/node/listening.ts';
import { listen } from '../../src/serve/node.ts';
import { limitedShop } from '../serve/limits/limited.fixture.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { type Client, get, open, opened, statusOf, until } from './clients.fixture.ts';

// Clients that are slow, or that only hold connections (S12 to S15).

let served: Served;
let strict: Listener;
let key: string;

before(async () => {
  served = await serve(shop);
  key = await served.key(['read', 'write', 'tags'], { shop: 's1' });
  const times = { headTime: 600, requestTime: 900, idleTime: 60_000, sendTime: 700, connections: 40 };
  strict = await listen(served.service, { port: 0, host: '127.0.0.1', ...times });
});
after(async () => {
  await strict.close(50);
  await served.close();
});

const many = Number(env.NONET_SLOW_CLIENTS ?? 2000);

// Without that setting the time for a whole request would close them, half a minute after they began.
test('S12: two thousand heads that never end are closed with 408 while a healthy client is served', {
  timeout: 25_000,
}, async (t) => {
  const listener = await listen(served.service, { port: 0, host: '127.0.0.1', headTime: 1500, connections: many + 10 });
  t.after(() => listener.close(50));
  const slow = Array.from({ length: many }, () => open(listener.address, 'GET / HTTP/1.1\r\nHost: sh'));
  await Promise.all(slow.map(opened));
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('x');
  }, 400);
  const all = Promise.all(slow.map(({ closed }) => closed));
  let over = false;
  void all.then(() => {
    over = true;
  });
  let answered = 0;
  while (!over) {
    const healthy = await fetch(`${listener.address}/public/tags`);
    assert.equal(healthy.status, 200);
    await healthy.text();
    answered++;
  }
  clearInterval(drip);
  assert.ok(answered > 10, String(answered));
  // A byte that arrives behind the end resets the connection, and what was not read of the answer is gone.
  const told = slow.map(({ got }) => statusOf(got())).filter((status) => !Number.isNaN(status));
  assert.ok(told.every((status) => status === 408) && told.length > many / 2, `${told.length} of ${many}`);
});

test('S13: a body that arrives byte by byte is closed with 408 when the time for a request is over', {
  timeout: 20_000,
}, async () => {
  const head = `POST /customers HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
  const slow = open(strict.address, head);
  const drip = setInterval(() => slow.socket.writable && slow.socket.write(' '), 100);
  await slow.closed;
  clearInterval(drip);
  assert.equal(statusOf(slow.got()), 408);
});

test('S14: a client that does not take a long answer is closed, and its place among requests in flight comes back', {
  timeout: 20_000,
}, async (t) => {
  const rows = ['few | concurrency | list Tag | ip | 1 |'];
  const limited = await serve(limitedShop(rows));
  const listener = await listen(limited.service, { port: 0, host: '127.0.0.1', sendTime: 500 });
  t.after(async () => {
    await listener.close(50);
    await limited.close();
  });
  const key = await limited.key(['tags'], { shop: 's1' });
  // A page of two is longer than what the system keeps for a client that has asked for little.
  for (const name of ['a', 'b', 'c']) {
    const color = 'x'.repeat(60_000);
    assert.equal((await limited.ask(`PUT /tags/${name}`, { key, body: { color } })).status, 201);
  }
  // It asks often enough that the last of its answers cannot be handed over.
  const unread = connect({ port: Number(new URL(listener.address).port), host: '127.0.0.1' });
  unread.on('error', () => {});
  unread.pause();
  const closed = new Promise((resolve) => unread.once('close', resolve));
  const refused = async (): Promise<boolean> => (await limited.ask('GET /public/tags')).status === 429;
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

test('S15: with all connections taken the oldest idle one is closed, and a new client is served', {
  timeout: 20_000,
}, async () => {
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

test('S15: connections that never say anything give way as well', { timeout: 20_000 }, async () => {
  const silent = Array.from({ length: 40 }, () => open(strict.address));
  await Promise.all(silent.map(opened));
  const late = open(strict.address, get);
  await until(() => statusOf(late.got()) === 200, 'the answer to one more');
  for (const { socket } of [...silent, late]) socket.destroy();
});

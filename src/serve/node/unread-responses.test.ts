import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createUnreadLimiter, type UnreadLimits } from './unread-responses.ts';

const size = 8_000_000;

/** Serves long responses within limits; returns what opens a connection that requests one and reads only its head. */
async function serve(t: TestContext, limits: UnreadLimits): Promise<() => Promise<Socket>> {
  const limit = createUnreadLimiter(limits);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': size });
    limit(response, size);
    response.end('x'.repeat(size));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    return socket;
  };
}

/** Reads a response to the end of its connection, or to its own end. */
async function count(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > size) socket.destroy();
  });
  if (!socket.destroyed) await once(socket, 'close');
  return bytes;
}

test('the oldest responses that clients have not read give way to new ones', { timeout: 20_000 }, async (t) => {
  const open = await serve(t, { milliseconds: 15_000, bytes: 2.5 * size });
  const sockets: Socket[] = [];
  for (let i = 0; i < 4; i++) sockets.push(await open());
  const read = await Promise.all(sockets.map(count));
  assert.deepEqual(
    read.map((bytes) => bytes > size),
    [false, false, true, true],
  );
});

test('a response that is longer than the limit alone is sent', { timeout: 20_000 }, async (t) => {
  const open = await serve(t, { milliseconds: 15_000, bytes: 100_000 });
  assert.ok((await count(await open())) > size);
});

test('a response that is not read in time is closed', { timeout: 20_000 }, async (t) => {
  const open = await serve(t, { milliseconds: 300, bytes: 10 * size });
  const socket = await open();
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.ok((await count(socket)) < size);
});

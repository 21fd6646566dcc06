import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { outgoing } from '../../../tests/security/webhooks.fixture.ts';
import { listenAt } from '../../../tests/support/listen-at.ts';
import { createNodeSend } from './send.ts';

/** The problem of a request whose connection fails with a code of Node. */
async function problemOf(code: string): Promise<string> {
  const send = createNodeSend((_, found) => found(Object.assign(new Error(code), { code }), []));
  const sent = await send(outgoing('http://receiver.example/'));
  assert.ok('problem' in sent);
  return sent.problem;
}

test('what prevented a request is named without an address', async () => {
  assert.equal(await problemOf('ENOTFOUND'), 'its host name was not found');
  assert.equal(await problemOf('ECONNREFUSED'), 'the connection was refused');
  assert.equal(await problemOf('ECONNRESET'), 'the connection was reset');
  assert.equal(await problemOf('ETIMEDOUT'), 'the connection timed out');
  assert.equal(await problemOf('EHOSTUNREACH'), 'its host is unreachable');
  assert.equal(await problemOf('HPE_HEADER_OVERFLOW'), 'its response headers are too large');
  assert.equal(await problemOf('HPE_INVALID_CONSTANT'), 'its response is not HTTP');
  assert.equal(await problemOf('CERT_HAS_EXPIRED'), 'the TLS connection failed');
  assert.equal(await problemOf('EUNKNOWN'), 'the request failed');
});

test('a failure of this machine is marked, and one of the receiver, its name included, is not', async () => {
  const sent = async (code: string) =>
    createNodeSend((_, found) => found(Object.assign(new Error(code), { code }), []))(
      outgoing('http://receiver.example/'),
    );
  assert.deepEqual(await sent('EMFILE'), { problem: 'too many files are open', local: true });
  assert.deepEqual(await sent('ENETDOWN'), { problem: 'the request failed', local: true });
  assert.deepEqual(await sent('EAI_AGAIN'), { problem: 'its host name was not found' });
  assert.deepEqual(await sent('ECONNREFUSED'), { problem: 'the connection was refused' });
});

test('a request that is aborted, late, or to an address that is not allowed is not sent', async () => {
  const send = createNodeSend((_, found) => void setTimeout(() => found(null, []), 1_000).unref());
  const aborted = await send(outgoing('http://receiver.example/', { signal: AbortSignal.abort() }));
  assert.deepEqual(aborted, { problem: 'the request was aborted' });
  const late = await send(outgoing('http://receiver.example/', { milliseconds: 10 }));
  assert.deepEqual(late, { problem: 'no response within 0.01 seconds' });
  const refused = await send(outgoing('http://127.0.0.1/', { allowed: () => false }));
  assert.deepEqual(refused, { problem: 'its address is not public' });
});

test('a request to an https URL begins with a TLS handshake, again and again', async (t) => {
  const first: number[] = [];
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      first.push(bytes[0]!);
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  const { port, close } = await listenAt(server);
  t.after(close);
  const send = createNodeSend();
  const url = `https://127.0.0.1:${port}/`;
  for (const allowed of [() => true, () => true]) {
    assert.deepEqual(await send(outgoing(url, { allowed })), { problem: 'the TLS connection failed' });
  }
  // The type of a TLS record with a handshake.
  assert.deepEqual(first, [22, 22]);
});

test('a signal aborts each request in flight that has it, and no other', async (t) => {
  let came = 0;
  const server = createHttpServer((request, response) => {
    came++;
    if (request.url === '/answered') server.once('aborted', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createNodeSend();
  const controller = new AbortController();
  const more = { allowed: () => true, milliseconds: 60_000 };
  const pending = ['/one', '/two'].map((path) => send(outgoing(url + path, { ...more, signal: controller.signal })));
  const other = send(outgoing(`${url}/answered`, { ...more, signal: new AbortController().signal }));
  while (came < 3) await new Promise((done) => setTimeout(done, 5));
  controller.abort();
  const problem = 'the request was aborted';
  assert.deepEqual(await Promise.all(pending), [{ problem }, { problem }]);
  server.emit('aborted');
  assert.deepEqual(await other, { status: 204 });
});

test('a request on a connection that its receiver has closed is sent again on a new one, however many are closed', async (t) => {
  const used = new WeakSet<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (used.has(socket)) socket.resetAndDestroy();
      else setTimeout(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 20);
      used.add(socket);
    });
  });
  const { port, close } = await listenAt(server);
  t.after(close);
  const send = createNodeSend();
  const more = { allowed: () => true };
  const request = () => send(outgoing(`http://127.0.0.1:${port}/`, more));
  await Promise.all([request(), request(), request()]);
  assert.deepEqual(await request(), { status: 204 });
});

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { listen } from '../node.ts';
import type { Service } from '../service.ts';
import type { Listener } from './listening.ts';

interface Ending {
  readonly listener: Listener;
  /** What was asked, in order. */
  readonly asked: string[];
  /** Answers all that waits and comes. */
  release(): void;
  peer(bytes: string): Peer;
}

interface Peer {
  readonly socket: Socket;
  /** Resolves with all that came when the connection is closed. */
  readonly whole: Promise<string>;
}

/** A service whose requests wait until they are released; one that rests refuses. */
async function waiting(t: TestContext, hurry?: (release: () => void) => void): Promise<Ending> {
  const asked: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handle = async ({ path }: Incoming): Promise<HttpResponse> => {
    asked.push(path);
    if (path === '/late') return { status: 503, headers: [], body: 'not begun' };
    await gate;
    return { status: 200, headers: [], body: path.repeat(path === '/long' ? 1_000_000 : 1) };
  };
  const service = {
    loopbackOnly: false,
    handle,
    refuseHead: (status: number) => ({ status, headers: [], body: '' }),
    hurry: () => hurry?.(open),
  } as unknown as Service;
  const listener = await listen(service, { port: 0, host: '127.0.0.1' });
  t.after(() => listener.close(0));
  const port = Number(new URL(listener.address).port);
  return {
    listener,
    asked,
    release: () => open(),
    peer(bytes) {
      const socket = connect(port, '127.0.0.1');
      t.after(() => socket.destroy());
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      socket.write(bytes);
      return { socket, whole: new Promise((resolve) => socket.on('close', () => resolve(text))) };
    },
  };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!);

/** Resolves when so many requests have been asked. */
async function reached(ending: Ending, count: number): Promise<void> {
  for (let round = 0; round < 1_000 && ending.asked.length < count; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(ending.asked.length, count);
}

test('a server that ends answers the request that was begun, says that the connection ends, and begins none after it', async (t) => {
  const ending = await waiting(t);
  const peer = ending.peer(get('/one') + get('/two'));
  await reached(ending, 1);
  const closed = ending.listener.close();
  peer.socket.write(get('/three'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  ending.release();
  const text = await peer.whole;
  await closed;
  // What waits for its turn is no request that was begun: a client sends it again (RFC 9112, section 9.6).
  assert.deepEqual(statuses(text), ['200']);
  assert.deepEqual(ending.asked, ['/one']);
  assert.match(text, /Connection: close/);
});

test('a request that is only arriving when a server ends is answered, and its connection ends', async (t) => {
  const ending = await waiting(t);
  const held = ending.peer(get('/held'));
  const peer = ending.peer('GET /late HTTP/1.1\r\nHo');
  await reached(ending, 1);
  const closed = ending.listener.close();
  peer.socket.write('st: shop\r\n\r\n');
  const text = await peer.whole;
  assert.deepEqual(statuses(text), ['503']);
  assert.match(text, /Connection: close/);
  ending.release();
  assert.deepEqual(statuses(await held.whole), ['200']);
  await closed;
});

test('a long answer that is being sent when a server ends is sent whole, and a connection without a request is closed', async (t) => {
  const ending = await waiting(t);
  const [long, idle] = [ending.peer(get('/long')), ending.peer('')];
  await reached(ending, 1);
  long.socket.pause();
  ending.release();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = ending.listener.close();
  assert.equal(await idle.whole, '');
  long.socket.resume();
  assert.equal((await long.whole).split('\r\n\r\n')[1]!.length, 5_000_000);
  await closed;
});

test('what takes longer than a server waits is hurried, and answered', async (t) => {
  const ending = await waiting(t, (release) => release());
  const peer = ending.peer(get('/slow'));
  await reached(ending, 1);
  await ending.listener.close(100);
  assert.deepEqual(statuses(await peer.whole), ['200']);
});

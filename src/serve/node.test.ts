import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { HttpResponse, Incoming } from '../contracts/request-context.ts';
import type { Listener } from './node/listening.ts';
import { listen } from './node.ts';
import type { Service } from './service.ts';

const handled: string[] = [];
/** Lets the requests of `/wait` go on. */
const waiting: (() => void)[] = [];

/** Answers with what it was asked, its body read to at most 1,000 bytes. */
async function echo(incoming: Incoming): Promise<HttpResponse> {
  handled.push(`${incoming.method} ${incoming.path}`);
  if (incoming.path === '/wait') await new Promise<void>((resolve) => waiting.push(resolve));
  const body = incoming.path === '/unread' ? 'unread' : await incoming.body(1000);
  const text = JSON.stringify({ path: incoming.path, query: incoming.query, body });
  const status = typeof body === 'object' ? 413 : 200;
  return { status, headers: ['Content-Type', 'application/json'], body: text };
}

/** Refuses with the status alone. */
function refuseHead(status: number): HttpResponse {
  const headers = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'];
  return { status, headers, body: JSON.stringify({ type: 'about:blank', status }) };
}

const service = { loopbackOnly: false, handle: echo, refuseHead } as unknown as Service;
let listener: Listener;
/** Waits for no client for long. */
let hasty: Listener;

before(async () => {
  const local = { port: 0, host: '127.0.0.1' };
  listener = await listen(service, local);
  hasty = await listen(service, { ...local, headTime: 1000, requestTime: 1500, idleTime: 400 });
});
after(() => Promise.all([listener.close(100), hasty.close(100)]));

/** Sends bytes and gives all that came back before the connection was closed, or until it reads so. */
function exchange(text: string | readonly string[], until?: RegExp, at = listener): Promise<string> {
  const port = Number(new URL(at.address).port);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (until?.test(got) === true) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
    for (const part of typeof text === 'string' ? [text] : text) socket.write(part);
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const head = (...lines: string[]): string => `${['GET /a?b=c HTTP/1.1', 'Host: shop', ...lines].join('\r\n')}\r\n\r\n`;
const post = (...lines: string[]): string => `${['POST /a HTTP/1.1', 'Host: shop', ...lines].join('\r\n')}\r\n\r\n`;

test('a request is answered with its length, and the connection stays open for the next', async () => {
  const answer = await exchange(head() + head('Connection: close'));
  assert.equal(answer.match(/HTTP\/1\.1 200 OK/g)?.length, 2);
  assert.match(answer, /Content-Length: 41/);
  assert.match(answer, /Date: /);
  assert.doesNotMatch(answer, /^(Server|X-Powered-By):/im);
});

test('HEAD is answered with the length of the body and without it', async () => {
  const answer = await exchange(head('Connection: close').replace('GET', 'HEAD'));
  assert.match(answer, /Content-Length: 41\r\n/);
  assert.ok(answer.endsWith('\r\n\r\n'));
});

const refused: readonly (readonly [name: string, bytes: string, statuses: readonly number[]])[] = [
  [
    'S1: Content-Length together with Transfer-Encoding',
    post('Content-Length: 3', 'Transfer-Encoding: chunked'),
    [400],
  ],
  ['S2: two Content-Length headers', post('Content-Length: 3', 'Content-Length: 3'), [400]],
  ['S2: Content-Length +2', post('Content-Length: +2'), [400]],
  ['S2: Content-Length -1', post('Content-Length: -1'), [400]],
  ['S3: a space before the colon', head('A : b'), [400]],
  ['S3: Transfer-Encoding xchunked', post('Transfer-Encoding: xchunked'), [400]],
  ['S4: a bare LF', 'GET / HTTP/1.1\nHost: shop\n\n', [400]],
  ['S4: NUL in a header value', head('A: b\0c'), [400]],
  [
    'S5: a chunk extension of 20 kB',
    `${post('Transfer-Encoding: chunked')}1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    [413],
  ],
  ['S5: a chunk size that is not hexadecimal', `${post('Transfer-Encoding: chunked')}zz\r\nx\r\n`, [400]],
  ['S6: two Host headers', head('Host: other'), [400]],
  ['S6: a target in absolute form that names another host', head().replace('/a?b=c', 'http://other/a'), [400]],
  ['S6: no Host', 'GET / HTTP/1.1\r\n\r\n', [400]],
  ['S8: Transfer-Encoding on HTTP/1.0', post('Transfer-Encoding: chunked').replace('1.1', '1.0'), [400]],
  ['S9: 2,500 header fields', head(...Array.from({ length: 2500 }, (_, i) => `a${i}:`)), [431]],
  ['S10: a head above 16 KiB', head(`A: ${'b'.repeat(17_000)}`), [431]],
  ['S10: a target above 8,192 bytes', head().replace('/a', `/${'a'.repeat(9000)}`), [414]],
  ['S61: an unknown method', head().replace('GET', 'FOO'), [501]],
  ['S61: CONNECT', 'CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', [501]],
  ['S61: the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 501]],
  ['an expectation that is not known', head('Expect: a-miracle'), [417]],
];

test('hostile heads are refused in problem+json before any operation sees them', async (t) => {
  for (const [name, bytes, statuses] of refused) {
    await t.test(name, async () => {
      const before = handled.length;
      const answer = await exchange(bytes);
      const early = handled.length - before;
      assert.ok(statuses.includes(statusOf(answer)), `${answer.slice(0, 200)}`);
      assert.match(answer, /Content-Type: application\/problem\+json/);
      assert.match(answer, /"type":"about:blank"/);
      assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1);
      if (!name.startsWith('S5')) assert.equal(early, 0);
    });
  }
  assert.ok(refused.length > 20);
});

test('a target in absolute form that names this host is read as its path', async () => {
  const answer = await exchange(head('Connection: close').replace('/a?b=c', 'http://SHOP/x?y=z'));
  assert.match(answer, /"path":"\/x","query":"y=z"/);
});

test('S16: a body above the limit is refused before it has arrived', async () => {
  const long = await exchange(post('Content-Length: 5000'), /\}$/);
  assert.equal(statusOf(long), 413);
  const chunked = await exchange(`${post('Transfer-Encoding: chunked')}${`400\r\n${'x'.repeat(1024)}\r\n`.repeat(3)}`);
  assert.equal(statusOf(chunked), 413);
  assert.match(chunked, /Connection: close/);
});

test('a body that nobody read closes the connection when it is above 64 KiB, and is read on below', async () => {
  const short = `${post('Content-Length: 100').replace('/a', '/unread')}${'x'.repeat(100)}${head('Connection: close')}`;
  assert.equal((await exchange(short)).match(/HTTP\/1\.1 200/g)?.length, 2);
  const long = await exchange(`${post('Content-Length: 70000').replace('/a', '/unread')}`);
  assert.match(long, /Connection: close/);
});

test('a body that is no UTF-8 is told apart from a text', async () => {
  assert.match(
    await exchange(`${post('Content-Length: 2', 'Connection: close')}\xff\xfe`),
    /"failure":"not text"|\u00c3/,
  );
});

test('Expect: 100-continue is answered at once: by 100, or by the final status', async () => {
  const good = await exchange([post('Content-Length: 2', 'Expect: 100-continue', 'Connection: close'), 'ab']);
  assert.match(good, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  const bad = await exchange(post('Content-Length: 5000', 'Expect: 100-continue'), /\}$/);
  assert.equal(statusOf(bad), 413);
});

test('S12, S13: a head or a body that never ends is closed with 408', async () => {
  const [slowHead, slowBody] = await Promise.all([
    exchange('GET / HTTP/1.1\r\nHost: sh', undefined, hasty),
    exchange(`${post('Content-Length: 10')}abc`, undefined, hasty),
  ]);
  assert.equal(statusOf(slowHead), 408);
  assert.match(slowHead, /application\/problem\+json/);
  assert.equal(statusOf(slowBody), 408);
});

test('S15: an idle connection is closed', async () => {
  const begin = await exchange('', undefined, hasty);
  assert.ok(begin === '' || statusOf(begin) === 408);
  const began = performance.now();
  const answered = await exchange(head(), undefined, hasty);
  assert.equal(statusOf(answered), 200);
  assert.ok(performance.now() - began >= 400);
});

test('a response tells how long its connection stays open for the next request', async () => {
  assert.match(await exchange(head(), /\}$/), /\r\nKeep-Alive: timeout=10\r\n/);
  assert.doesNotMatch(await exchange(head('Connection: close')), /\r\nKeep-Alive:/);
});

test('S11: a thousand pipelined requests are answered in order', async () => {
  const many = Array.from({ length: 1000 }, (_, i) =>
    head(...(i < 999 ? [] : ['Connection: close'])).replace('/a', `/${i}`),
  );
  const answer = await exchange(many.join(''));
  const paths = [...answer.matchAll(/"path":"\/(\d+)"/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    paths,
    Array.from({ length: 1000 }, (_, i) => i),
  );
});

test('S11: bytes after a request that asks for an upgrade stay with the client while it is in flight', async () => {
  const socket = connect(Number(new URL(listener.address).port), '127.0.0.1');
  socket.on('error', () => {});
  const answered = new Promise<string>((resolve) => {
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(got));
  });
  const before = handled.length;
  socket.write(head('Connection: Upgrade', 'Upgrade: h2c').replace('/a', '/wait'));
  while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  // Far more than the system keeps for a connection.
  const all = new Promise<string>((resolve) => socket.write(head().repeat(2_000_000), () => resolve('all was read')));
  const some = new Promise<string>((resolve) => setTimeout(resolve, 1000, 'some was not read'));
  assert.equal(await Promise.race([all, some]), 'some was not read');
  waiting.pop()!();
  assert.equal((await answered).match(/HTTP\/1\.1 200/g)?.length, 1);
  assert.equal(handled.length, before + 1);
});

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test('what cannot be read is refused behind the answers to the requests that came whole before it', async () => {
  const before = head() + head().replace('/a', '/second');
  const chunks = post('Transfer-Encoding: chunked');
  for (const [bytes, status] of [
    ['GET nonsense HTTP/1.1\r\n\r\n', 400],
    ['FOO / HTTP/1.1\r\nHost: shop\r\n\r\n', 501],
    [head(`A: ${'b'.repeat(17_000)}`), 431],
    ['CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', 501],
    [`${chunks}zz\r\nx\r\n`, 400],
  ] as const) {
    const answer = await exchange(before + bytes);
    assert.deepEqual(statusesOf(answer), [200, 200, status], bytes.slice(0, 40));
    assert.match(answer, /"path":"\/a".*"path":"\/second"/s);
  }
});

test('a request that is refused by its head ends the connection: nothing is read on', async () => {
  for (const refused of [
    post('Expect: a-miracle', 'Content-Length: 70000'),
    post('Host: other', 'Content-Length: 70000'),
  ]) {
    const answer = await exchange(refused);
    assert.match(answer, /^HTTP\/1\.1 4(17|00) .*Connection: close/s);
  }
  assert.deepEqual(statusesOf(await exchange(head('Expect: a-miracle') + head())), [417]);
});

test('a service without stated authentication does not listen for other machines', async () => {
  const alone = { ...service, loopbackOnly: true } as Service;
  await assert.rejects(
    listen(alone, { port: 0, host: '0.0.0.0' }),
    /its document does not state authentication, so it listens on this machine only \(127\.0\.0\.1\)/,
  );
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { ended, exchange } from './errors.fixture.ts';

// What a request is, as far as bytes decide it (S1 to S10): each probe hides a second request that must never be handled.

let served: Served;
let key: string;
let other: string;

before(async () => {
  served = await serve(shop);
  key = await served.key(['read', 'write', 'tags'], { shop: 's1' });
  other = await served.key(['read', 'write', 'tags'], { shop: 's2' });
});
after(() => served.close());

const body = '{"name":"hidden","email":"hidden@example.com"}';
const content = ['Content-Type: application/json', `Content-Length: ${body.length}`];
/** A whole request that makes a customer. */
const hidden = (): string =>
  `${['POST /customers HTTP/1.1', 'Host: shop', `Authorization: Bearer ${key}`, ...content].join('\r\n')}\r\n\r\n${body}`;
const post = (...lines: readonly string[]): string =>
  `${['POST /customers HTTP/1.1', 'Host: shop', `Authorization: Bearer ${key}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
const get = (...lines: readonly string[]): string =>
  `${['GET /customers HTTP/1.1', 'Host: shop', `Authorization: Bearer ${key}`, ...lines].join('\r\n')}\r\n\r\n`;

/** Sends bytes, and sees that there is one answer of these statuses, the service closes the connection and nothing was made. */
async function refused(bytes: string | readonly string[], statuses: readonly number[]): Promise<void> {
  const { text: answer, byService } = await ended(served.address, bytes, 5000);
  const told = `${JSON.stringify([bytes].flat().join('').slice(0, 300))}: ${answer.slice(0, 300)}`;
  const answers = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  assert.equal(answers.length, 1, told);
  assert.ok(statuses.includes(answers[0]!), told);
  assert.match(answer, /Connection: close/i, told);
  assert.ok(byService, told);
  for (const credential of [key, other])
    assert.deepEqual((await served.ask('GET /customers', { key: credential })).json.count, 0, told);
}

test('S1: Content-Length together with Transfer-Encoding is refused, and what follows is not a request', async () => {
  for (const lines of [
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 5'],
    ['Content-Length: 0', 'Transfer-Encoding: chunked'],
  ]) {
    await refused(`${post(...lines)}0\r\n\r\n${hidden()}`, [400]);
  }
});

test('S2: a length that is stated twice, or is not a plain number, is refused', async () => {
  for (const lengths of [
    ['3', '3'],
    ['3', '30'],
    ['3, 3'],
    ['+2'],
    ['-1'],
    ['0x2'],
    ['2 2'],
    ['1e1'],
    ['99999999999999999999999'],
  ]) {
    await refused(post(...lengths.map((length) => `Content-Length: ${length}`)) + hidden(), [400]);
  }
});

test('S3: header names with spaces and codings that are not plainly chunked are refused', async () => {
  for (const lines of [
    ['Content-Length : 3'],
    [' Content-Length: 3'],
    ['X: y', '\tContent-Length: 3'],
    ['Transfer-Encoding:\r\n chunked'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding: \u000bchunked'],
    ['Transfer-Encoding : chunked'],
  ]) {
    await refused(`${post(...lines)}0\r\n\r\n${hidden()}`, [400]);
  }
});

test('S4: bare line feeds, bare carriage returns and NUL are refused', async () => {
  for (const bytes of [
    get().replaceAll('\r\n', '\n'),
    get('A: b\rc'),
    get('A: b\nContent-Length: 3'),
    get('A: b\0c'),
    get('A\0: b'),
    `${post('Transfer-Encoding: chunked')}1\nx\n0\n\n`,
    `${post('Transfer-Encoding: chunked')}2\r\n{}\n0\r\n\r\n`,
  ]) {
    await refused(bytes + hidden(), [400]);
  }
});

test('S5: a long extension of a chunk and sizes that are not hexadecimal are refused', async () => {
  for (const [chunk, statuses] of [
    [`1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`, [413]],
    ['zz\r\nx\r\n0\r\n\r\n', [400]],
    ['-1\r\nx\r\n0\r\n\r\n', [400]],
    ['0x1\r\nx\r\n0\r\n\r\n', [400]],
    ['fffffffffffffffff\r\nx\r\n0\r\n\r\n', [400, 413]],
    ['1 \r\nx\r\n0\r\n\r\n', [400]],
  ] as const) {
    await refused(post('Transfer-Encoding: chunked') + chunk, statuses);
  }
});

test('S5: extensions of chunks do not fill the memory', async () => {
  const megabyte = `2;${'a'.repeat(15_000)}\r\n  \r\n`.repeat(70);
  const before = process.memoryUsage().rss;
  const socket = connect(Number(new URL(served.address).port), '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(post('Transfer-Encoding: chunked'));
  // Each extension is as long as one may be; all of them are far more than the memory that may be used.
  for (let i = 0; i < 200 && !socket.destroyed; i++) {
    await Promise.race([closed, new Promise<void>((resolve) => socket.write(megabyte, () => resolve()))]);
  }
  const grown = process.memoryUsage().rss - before;
  socket.destroy();
  await closed;
  assert.ok(grown < 100 * 1024 * 1024, `${grown} bytes`);
});

test('S6: two Host fields, another host in the target and invalid hosts are refused', async () => {
  for (const bytes of [
    get('Host: shop'),
    get('Host: other'),
    get().replace('GET /customers', 'GET http://other.example/customers'),
    get().replace('GET /customers', 'GET http://shop@other.example/customers'),
    get().replace('Host: shop\r\n', ''),
    get().replace('Host: shop', 'Host: shop, other'),
    get().replace('Host: shop', 'Host: shop/other'),
    get().replace('Host: shop', 'Host: user@shop'),
  ]) {
    await refused(bytes + hidden(), [400]);
  }
});

test('S7: two Authorization fields are refused, equal ones and those of two callers', async () => {
  for (const credential of [key, other, 'nonsense']) {
    const answer = await exchange(served.address, get(`Authorization: Bearer ${credential}`, 'Connection: close'));
    assert.match(answer, /^HTTP\/1\.1 (401|400) /, answer);
  }
});

test('S8: Transfer-Encoding on HTTP/1.0 and a body where the document gives none are refused', async () => {
  await refused(`${post('Transfer-Encoding: chunked').replace('1.1', '1.0')}0\r\n\r\n${hidden()}`, [400]);
  for (const lines of [['Content-Length: 2'], ['Transfer-Encoding: chunked']]) {
    const content = lines[0]!.startsWith('C') ? '{}' : '2\r\n{}\r\n0\r\n\r\n';
    const answer = await exchange(served.address, `${get(...lines, 'Connection: close')}${content}`);
    assert.match(answer, /^HTTP\/1\.1 400 /, answer);
    assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1);
  }
});

test('S8: a version of HTTP other than 1.0 and 1.1 is refused, and nothing after it is read', async () => {
  for (const [version, status] of [
    ['2.0', 505],
    ['0.9', 505],
    ['1.2', 400],
    ['3.0', 400],
  ] as const) {
    await refused(hidden().replace('HTTP/1.1', `HTTP/${version}`), [status]);
    await refused(get().replace('HTTP/1.1', `HTTP/${version}`) + hidden(), [status]);
  }
  await refused(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden()}`, [400]);
});

test('S9: thousands of header fields are refused, however short they are', async () => {
  const names = Array.from({ length: 2500 }, (_, i) => `${i.toString(36)}:`);
  assert.ok(get(...names).length < 16_384);
  await refused(get(...names), [431]);
  await refused(get(...new Array<string>(2500).fill('a:')), [431]);
  // Two of the hundred are those that the request has anyway.
  await refused(get(...names.slice(0, 99)), [431]);
  const most = await exchange(served.address, get('Connection: close', ...names.slice(0, 97)));
  assert.match(most, /^HTTP\/1\.1 200 /);
});

test('S10: a head above 16 KiB and a target above its length are refused', async () => {
  await refused(get(`A: ${'b'.repeat(17_000)}`), [431]);
  await refused(get().replace('/customers', `/${'a'.repeat(9000)}`), [414]);
  await refused(get().replace('/customers', `/customers?a=${'a'.repeat(9000)}`), [414]);
  await refused(get().replace('/customers', `/${'a'.repeat(8192)}`), [414]);
  const most = get('Connection: close').replace('/customers', `/${'a'.repeat(8191)}`);
  assert.match(await exchange(served.address, most), /^HTTP\/1\.1 404 /);
});

test('S11: a request that asks for an upgrade is answered as any other, and nothing after it is read', async () => {
  const frame = '\x81\x85\x01\x02\x03\x04hello';
  for (const lines of [
    ['Connection: Upgrade', 'Upgrade: websocket'],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'],
    ['connection: keep-alive, upgrade', 'upgrade: TLS/1.0'],
    ['Upgrade: websocket'],
  ]) {
    // In one piece with what follows, in a piece of its own, and behind bytes of another protocol.
    await refused(get(...lines) + hidden(), [200]);
    await refused([get(...lines), hidden(), hidden()], [200]);
    await refused([get(...lines), frame + hidden(), hidden()], [200]);
    await refused([get(...lines).replace('/customers', '/nowhere'), hidden()], [404]);
    for (const [length, content] of [
      ['Content-Length: 3', 'abc'],
      ['Transfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'],
    ] as const) {
      const head = post(length, ...lines);
      await refused(head + content + hidden(), [400]);
      await refused([head, content + hidden(), hidden()], [400]);
      await refused([head, content.slice(0, 1), content.slice(1) + hidden(), hidden()], [400]);
    }
  }
});

import assert from 'node:assert/strict';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import { type Served, serve, serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { exchange } from './errors.fixture.ts';

// Bodies that are hard to read (S17, S47).

/** With bodies of up to 16 MiB: the operator's ceiling is lifted as well. */
const document = shop.replace(
  '| body | body size | all | | 64 KiB | too_large |',
  '| body | body size | all | | 16 MiB | too_large |',
);
const serverLimits = { maxBodySize: 16 * 1024 * 1024 };

let served: Served;
let key: string;
let other: string;
before(async () => {
  served = await serve(document, { serverLimits });
  key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
  other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
});
after(() => served.close());

const post = (text: string, headers: Record<string, string> = {}) =>
  served.ask('POST /customers', { key, text, headers });

const million = 1_000_000;
const wide = Number(env.NONET_MEMBERS ?? 100_000);

test('S17: bodies that are deep, wide, long or endless are refused, and the service goes on', async () => {
  const deep = 100_000;
  const data = (text: string): string => `{"name":"a","email":"a@example.com","data":${text}}`;
  const texts: readonly (readonly [what: string, statuses: readonly number[], text: string])[] = [
    ['100,000 lists', [400], '['.repeat(deep)],
    ['100,000 lists that end', [400], `${'['.repeat(deep)}${']'.repeat(deep)}`],
    ['100,000 objects', [400], data(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)],
    ['a million lists', [400], '['.repeat(million)],
    ['members', [422], `{${Array.from({ length: wide }, (_, i) => `"k${i}":1`).join()}}`],
    [
      'members whose numbers collide',
      [422],
      `{${Array.from({ length: 200_000 }, (_, i) => `"${i * 16_384}":1`).join()}}`,
    ],
    ['a number of two million digits', [422], `{"name":${'9'.repeat(2 * million)}}`],
    ['a fraction of two million digits', [422], data(`{"a":0.${'1'.repeat(2 * million)}}`)],
    ['an exponent of two million digits', [422], data(`{"a":1e${'9'.repeat(2 * million)}}`)],
    ['zeros before a number', [400], `{"name":${'0'.repeat(2 * million)}1}`],
    ['a million escapes', [422], `{"name":"${'\\u0041'.repeat(million)}"}`],
    ['an open text', [400], `{"name":"${'\\"'.repeat(million)}`],
    ['backslashes', [400], `{"name":"${'\\'.repeat(2 * million)}`],
    ['spaces', [400], ' '.repeat(2 * million)],
    ['lines', [400], '\n'.repeat(2 * million)],
  ];
  for (const [what, statuses, text] of texts) {
    const got = await post(text);
    assert.ok(statuses.includes(got.status), `${what}: ${got.status} ${got.text.slice(0, 200)}`);
    assert.ok(got.text.length < 100_000, `${what}: the answer has ${got.text.length} characters`);
    assert.equal((await served.ask('GET /customers', { key })).status, 200, what);
  }
  const head = [
    'POST /customers HTTP/1.1',
    'Host: shop',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
  ];
  for (const framing of ['Content-Length: 100000009', 'Transfer-Encoding: chunked']) {
    const chunk = framing.startsWith('T') ? '5f5e109\r\n' : '';
    const bytes = `${[...head, framing].join('\r\n')}\r\n\r\n${chunk}{"name":${'9'.repeat(20 * million)}`;
    const answer = await exchange(served.address, bytes, 10_000);
    assert.match(answer, /^HTTP\/1\.1 413 /, `a number of 100 MB, ${framing}`);
  }
  assert.equal((await served.ask('GET /customers', { key })).json.count, 0);
});

test('S17: what is above 1 MiB is not looked at, unless the operator lifts that ceiling', async (t) => {
  const usual = await serveIn(t, document);
  const by = await usual.key(['read', 'write'], { shop: 'a' });
  for (const text of [
    `{${Array.from({ length: million }, (_, i) => `"k${i}":1`).join()}}`,
    `{"name":"a","email":"a@example.com","data":${'['.repeat(million)}${']'.repeat(million)}}`,
    ' '.repeat(1_048_577),
  ]) {
    const head = [
      'POST /customers HTTP/1.1',
      'Host: shop',
      `Authorization: Bearer ${by}`,
      'Content-Type: application/json',
    ];
    const answer = await exchange(
      usual.address,
      `${[...head, `Content-Length: ${text.length}`].join('\r\n')}\r\n\r\n${text}`,
      10_000,
    );
    assert.match(answer, /^HTTP\/1\.1 413 /);
  }
  assert.equal((await usual.ask('POST /customers', { key: by, text: ' '.repeat(1_048_576) })).status, 400);
});

test('S47: duplicate names, marks of byte order, other encodings, comments, trailing commas and two documents are malformed', async () => {
  const good = '{"name":"a","email":"s47@example.com"}';
  const texts = [
    '{"name":"a","name":"b","email":"s47@example.com"}',
    '{"name":"a","\\u006eame":"b","email":"s47@example.com"}',
    '{"name":"a","email":"s47@example.com","data":{"a":1,"a":2}}',
    '{"name":"a","email":"s47@example.com","data":{"x":[{"a":1,"\\u0061":2}]}}',
    `\ufeff${good}`,
    `${good.slice(0, -1)},}`,
    `/**/${good}`,
    `${good}//`,
    `${good}${good}`,
    `${good}\n${good}`,
    `${good},`,
    `[${good}`,
    good.replaceAll('"', "'"),
    '{name:"a",email:"s47@example.com"}',
    '{"name":"a","email":"s47@example.com","data":[1,]}',
    '{"name":"a","email":"s47@example.com","data":undefined}',
    '{"name":"a\tb","email":"s47@example.com"}',
    '{"name":"\\x41","email":"s47@example.com"}',
    ' ',
    'null x',
    '\u0000',
  ];
  for (const text of texts) {
    const got = await post(text);
    assert.deepEqual([got.status, got.json?.code], [400, 'malformed'], JSON.stringify(text));
  }
  const encoded: readonly (readonly [type: string, bytes: Buffer])[] = [
    ['application/json', Buffer.from(good, 'utf16le')],
    ['application/json', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)])],
    ['application/json', Buffer.from(good.replace('"a"', '"\xff\xfe"'), 'latin1')],
    ['application/json', Buffer.from(good.replace('"a"', '"\xc0\xaf"'), 'latin1')],
    ['application/json', Buffer.from(good.replace('"a"', '"\xed\xa0\x80"'), 'latin1')],
  ];
  for (const [type, body] of encoded) {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const got = await fetch(`${served.address}/customers`, { method: 'POST', headers, body });
    assert.equal(got.status, 400, `${type} ${body.toString('latin1')} ${await got.text()}`);
  }
  // What is stated as another encoding is not looked at, also where it would be UTF-8.
  for (const charset of [
    '; charset=utf-16',
    ';charset=utf-16be',
    '; charset="utf-16le"',
    '; Charset = ISO-8859-1',
    '; x=y; charset=us-ascii',
    '; x="; charset=utf-8"; charset=latin1',
    '; charset=utf-8; charset=utf-7',
    '; charset="utf-7',
    '; charset="ut\\f-7"',
    '; charset=',
    '; charset',
  ]) {
    for (const body of [good, Buffer.from(`\ufeff${good}`, 'utf16le')]) {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': `application/json${charset}` };
      const got = await fetch(`${served.address}/customers`, { method: 'POST', headers, body });
      assert.equal(got.status, 415, `${charset} ${await got.text()}`);
      assert.equal(got.headers.get('accept'), 'application/json');
    }
  }
  for (const by of [key, other]) {
    const found = await served.ask('GET /customers?email=s47@example.com', { key: by });
    assert.deepEqual(found.json.data, []);
  }
});

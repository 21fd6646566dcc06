import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../../src/serve/served.fixture.ts';
import { shop } from '../../src/serve/shop.fixture.ts';

// Bodies that are hard to read (S17, S18, S47).

const document = shop.replace(
  '| body | body size | all | | 64 KiB | too_large |',
  '| body | body size | all | | 1024 KiB | too_large |',
);

let served: Served;
let key: string;
let other: string;
const names = JSON.stringify(
  [Object.prototype, Array.prototype, Function.prototype].map((one) => Object.getOwnPropertyNames(one).sort()),
);

before(async () => {
  served = await serve(document);
  key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
  other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
});
after(() => served.close());

const post = (text: string, headers: Record<string, string> = {}) =>
  served.ask('POST /customers', { key, text, headers });

function unchanged(told: string): void {
  const now = [Object.prototype, Array.prototype, Function.prototype].map((one) =>
    Object.getOwnPropertyNames(one).sort(),
  );
  assert.equal(JSON.stringify(now), names, told);
  for (const name of ['admin', 'polluted', 'shop'])
    assert.equal(({} as Record<string, unknown>)[name], undefined, told);
}

test('S17: bodies that are deep, wide, long or endless are refused, and the service goes on', async () => {
  const texts: readonly (readonly [what: string, text: string])[] = [
    ['100,000 lists', '['.repeat(100_000)],
    ['100,000 lists that end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    [
      '100,000 objects',
      `{"name":"a","email":"a@example.com","data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    ],
    ['90,000 members', `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['members whose names collide', `{${Array.from({ length: 60_000 }, (_, i) => `"${i * 65_536}":1`).join()}}`],
    ['a number of 900,000 digits', `{"name":${'9'.repeat(900_000)}}`],
    ['a fraction of 900,000 digits', `{"data":{"a":0.${'1'.repeat(900_000)}}}`],
    ['an exponent of 900,000 digits', `{"data":{"a":1e${'9'.repeat(900_000)}}}`],
    ['150,000 escapes', `{"name":"${'\\u0041'.repeat(150_000)}"}`],
    ['an open text', `{"name":"${'\\"'.repeat(400_000)}`],
    ['spaces', ' '.repeat(1_000_000)],
  ];
  for (const [what, text] of texts) {
    const got = await post(text);
    assert.ok([400, 413, 422].includes(got.status), `${what}: ${got.status} ${got.text.slice(0, 200)}`);
    assert.ok(got.text.length < 100_000, `${what}: the answer has ${got.text.length} characters`);
  }
  for (const length of [2_000_000, 100_000_000]) {
    assert.equal((await post(`{"name":${'9'.repeat(length)}}`).catch(() => ({ status: 413 }))).status, 413);
  }
  assert.equal((await served.ask('GET /customers', { key })).json.count, 0);
});

const members = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',
  '__defineGetter__',
];

test('S18: names of every object are data in every position, or refused, and no prototype changes', async () => {
  const planted = '{"admin":true,"polluted":1,"prototype":{"admin":true}}';
  let count = 0;
  for (const name of members) {
    const data = `{"${name}":${planted},"in":[{"${name}":${planted}}]}`;
    const made = await post(`{"name":"${name}","email":"m${++count}@example.com","data":${data}}`);
    assert.equal(made.status, 201, made.text);
    const read = await served.ask(`GET /customers/${made.json.id}`, { key });
    assert.ok(read.text.includes(`"data":${data}`), read.text);
    const merged = await served.ask(`PATCH /customers/${made.json.id}`, {
      key,
      text: `{"data":{"${name}":{"polluted":2}}}`,
    });
    assert.equal(merged.status, 200, merged.text);
    unchanged(`${name} merged`);
    for (const text of [
      `{"name":"a","email":"x@example.com","${name}":${planted}}`,
      `{"name":{"${name}":${planted}},"email":"x@example.com"}`,
      `{"${name}":{"name":"a","email":"x@example.com"}}`,
    ]) {
      const got = await post(text);
      assert.equal(got.status, 422, `${text}: ${got.text}`);
    }
    const line = `{"text":"x","quantity":1,"price":1,"${name}":${planted}}`;
    const invoice = `{"customer":"${made.json.id}","currency":"EUR","due_on":"2999-01-01","lines":[${line}]}`;
    assert.equal((await served.ask('POST /invoices', { key, text: invoice })).status, 422);
    assert.equal((await served.ask(`GET /customers?${name}=1&${name}[admin]=1`, { key })).status, 422);
    const headed = await served.ask('GET /customers', {
      key,
      headers: { [name]: 'x', 'Idempotency-Key': `"${name}"` },
    });
    assert.equal(headed.status, 200);
    assert.equal((await served.ask(`GET /${name}`, { key })).status, 404);
    assert.equal((await served.ask(`GET /customers/${name}`, { key })).status, 404);
    const tag = await served.ask(`PUT /tags/${name}`, { key, body: { color: 'red' } });
    assert.equal(tag.status, 201, tag.text);
    const again = await served.ask(`GET /tags/${name}`, { key });
    assert.deepEqual([again.json.name, again.json.color], [name, 'red']);
    assert.equal((await served.ask(`GET /tags/${name}`, { key: other })).status, 404);
    unchanged(name);
  }
  const counted = await served.ask('GET /customers?limit=3', { key });
  assert.equal(counted.json.count, members.length);
});

test('S47: doubled names, marks of byte order, other encodings, comments, trailing commas and two documents are malformed', async () => {
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
    ['application/json; charset=utf-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
    ['application/json; charset=utf-16be', Buffer.from(good, 'utf16le').swap16()],
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
  for (const by of [key, other]) {
    const found = await served.ask('GET /customers?email=s47@example.com', { key: by });
    assert.deepEqual(found.json.data, []);
  }
});

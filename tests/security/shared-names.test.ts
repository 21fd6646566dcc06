import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

// Names that every object knows, in bodies, queries, headers and paths (S18); in documents they are S65.

const shared = [Object.prototype, Array.prototype, Function.prototype];
const namesOf = (): string => JSON.stringify(shared.map((prototype) => Object.getOwnPropertyNames(prototype).sort()));
const names = namesOf();

/** That no request has changed what all objects share. */
function unchanged(told: string): void {
  assert.equal(namesOf(), names, told);
  for (const name of ['admin', 'polluted', 'shop'])
    assert.equal(({} as Record<string, unknown>)[name], undefined, told);
}

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

for (const [store, addressOf] of everyStore) {
  test(`S18: names of every object are data in every position, or refused, and no prototype changes ${store}`, async (t) => {
    const served = await serveIn(t, shop, {}, undefined, await addressOf());
    const key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
    const other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
    const post = (text: string) => served.ask('POST /customers', { key, text });
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
      const after = await served.ask(`GET /customers/${made.json.id}`, { key });
      assert.ok(after.text.includes(`"data":${data.replace('"polluted":1', '"polluted":2')}`), after.text);
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
}

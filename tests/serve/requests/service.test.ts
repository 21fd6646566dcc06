import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import type { Settings } from '../../../src/serve/settings.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

const open = documentText('Open', {
  intro: 'A list.',
  resources: `### Thing

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuidv7 | assigned | |
| name | string | required | |`,
  endpoints: `| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Thing | POST | /things | \`Thing\` | 201 \`Thing\` header Location | |
| read Thing | GET | /things/{id} | | 200 \`Thing\` | |
| list Thing | GET | /things | | not shown | |`,
  limits: 'Not shown.',
});

async function using(document: string, settings: Settings, work: (served: Served) => Promise<void>): Promise<void> {
  const served = await serve(document, settings);
  try {
    await work(served);
  } finally {
    await served.close();
  }
}

test('without stated authentication this machine alone is answered, and nothing that a proxy forwards', () =>
  using(open, {}, async ({ ask, service }) => {
    assert.ok(service.loopbackOnly);
    assert.equal((await ask('POST /things', { body: { name: 'a' } })).status, 201);
    for (const headers of [
      { Forwarded: 'for=1.2.3.4' },
      { 'X-Forwarded-For': '1.2.3.4' },
      { 'X-Forwarded-Proto': 'https' },
      { Via: '1.1 p' },
    ]) {
      const got = await ask('POST /things', { body: { name: 'a' }, headers: headers as Record<string, string> });
      assert.deepEqual([got.status, got.json.type], [403, 'about:blank']);
    }
    const foreign = new Request('http://shop.example/things', { method: 'POST', body: '{}' });
    assert.equal((await fetchOf(service)(foreign, '127.0.0.1')).status, 403);
  }));

test("at a gap HTTP's own status is answered with a problem without a type", () =>
  using(open, {}, async ({ ask }) => {
    for (const [line, status, body] of [
      ['GET /things/019a3e7c-5d00-7abc-8def-0123456789ab', 404, undefined],
      ['GET /nothing', 404, undefined],
      ['DELETE /things', 405, undefined],
      ['POST /things', 422, {}],
      ['GET /things', 501, undefined],
    ] as const) {
      const got = await ask(line, { body });
      assert.deepEqual(
        [got.status, got.json.type, got.json.status, 'code' in got.json],
        [status, 'about:blank', status, false],
        line,
      );
    }
  }));

test('addresses are absolute where a base address is known', () =>
  using(open, { baseUrl: 'https://api.example.com/v1' }, async ({ ask }) => {
    const made = await ask('POST /things', { body: { name: 'a' } });
    assert.equal(made.headers.get('Location'), `https://api.example.com/v1/things/${made.json.id}`);
  }));

test('the line that caused a refusal is told to this machine, to everybody, or to nobody', async () => {
  for (const [explain, local, forwarded] of [
    ['local', true, false],
    ['always', true, true],
    ['never', false, false],
  ] as const) {
    await using(shop, { explain }, async ({ ask, key }) => {
      const caller = await key(['read'], { shop: 's1' });
      const here = await ask('DELETE /customers/cus_01k8z7rqa0faw8vvg14d2pf2db', { key: caller });
      const there = await ask('DELETE /customers/cus_01k8z7rqa0faw8vvg14d2pf2db', {
        key: caller,
        headers: { Via: '1.1 p' },
      });
      assert.equal(here.status, 403);
      assert.equal(here.headers.has('Nonet-Explain'), local);
      assert.equal(there.headers.has('Nonet-Explain'), forwarded);
    });
  }
});

test('the same service is answered by fetch', () =>
  using(shop, {}, async ({ service, key, ask }) => {
    const caller = await key(['read', 'write'], { shop: 's1' });
    const fetch = fetchOf(service);
    const headers = { Authorization: `Bearer ${caller}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Ada', email: 'ada@x.org' });
    const made = await fetch(new Request('http://localhost/customers', { method: 'POST', headers, body }));
    assert.equal(made.status, 201);
    const { id } = (await made.json()) as { id: string };
    const read = await fetch(new Request(`http://localhost/customers/${id}`, { headers }));
    const same = await ask(`GET /customers/${id}`, { key: caller });
    assert.equal(await read.text(), same.text);
    assert.equal(read.headers.get('ETag'), same.headers.get('ETag'));
    const long = new Request('http://localhost/customers', { method: 'POST', headers, body: 'x'.repeat(70_000) });
    assert.equal((await fetch(long)).status, 413);
    const head = await fetch(new Request(`http://localhost/customers/${id}`, { method: 'HEAD', headers }));
    assert.equal(await head.text(), '');
  }));

test("a request whose time is over is turned down by the operation's limit, and nothing of it is written", () => {
  const limited = shop
    .replace('| page | page size |', '| wait | timeout | create Customer | | 1 second | slow |\n| page | page size |')
    .replace('| broken | 500 |', '| slow | 503 | timed out | | |\n| broken | 500 |');
  return using(limited, {}, async ({ key, store, service, ask }) => {
    const caller = await key(['read', 'write'], { shop: 's1' });
    const never = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"name":"a",')) });
    const headers = { Authorization: `Bearer ${caller}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: never, duplex: 'half' };
    const got = await fetchOf(service)(new Request('http://localhost/customers', init as RequestInit));
    assert.equal(got.status, 503);
    assert.equal(((await got.json()) as { code: string }).code, 'slow');
    assert.equal(got.headers.get('Retry-After'), '1');
    assert.ok(await store.alive());
    assert.equal((await ask('GET /customers', { key: caller })).json.count, 0);
  });
});

test('browsers of the origins that the document names are told so, and no others', () => {
  const listed = shop.replace(
    '- Unknown fields: refused',
    '- Unknown fields: refused\n- Allowed origins: https://shop.example',
  );
  return using(listed, {}, async ({ ask }) => {
    const good = await ask('GET /customers', { headers: { Origin: 'https://shop.example' } });
    assert.deepEqual([good.status, good.headers.get('Access-Control-Allow-Origin')], [401, 'https://shop.example']);
    assert.match(good.headers.get('Vary')!, /Origin/);
    for (const origin of ['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example']) {
      const got = await ask('GET /customers', { headers: { Origin: origin } });
      assert.equal(got.headers.get('Access-Control-Allow-Origin'), null, origin);
    }
  });
});

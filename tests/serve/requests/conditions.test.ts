import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Asked, type Got, type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = shop
  .replace(
    '| delete Invoice | header If-Match | allowed |',
    '| delete Invoice | header If-Match | allowed |\n| create Tag | header If-None-Match | allowed |',
  )
  .replace(
    '- Unknown fields: refused',
    '- Unknown fields: refused\n- Response media types: application/json, application/vnd.shop+json',
  );

for (const [store, address] of everyStore) {
  describe(`conditional requests ${store}`, () => {
    let served: Served;
    let key: string;
    let other: string;
    let made = 0;
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      key = await served.key(['read', 'write', 'tags'], { shop: 'north' });
      other = await served.key(['read', 'write', 'tags'], { shop: 'south' });
    });
    after(() => served.close());

    const ask = (line: string, headers: Record<string, string> = {}, more: Asked = {}): Promise<Got> =>
      served.ask(line, { key, headers, ...more });
    const customer = async (): Promise<{ path: string; tag: string; text: string }> => {
      const body = { name: 'A', email: `a${++made}@example.com` };
      const got = await ask('POST /customers', {}, { body });
      assert.equal(got.status, 201, got.text);
      return { path: `/customers/${got.json.id}`, tag: got.headers.get('etag')!, text: got.text };
    };
    const name = async (path: string): Promise<string> => (await ask(`GET ${path}`)).json.name;

    test('If-Match is met by a strong tag of the present record; without one nothing is done', async () => {
      const { path, tag } = await customer();
      for (const value of ['"0-x"', `W/${tag}`, '"1"', tag.slice(1, -1), '']) {
        const got = await ask(`PATCH ${path}`, { 'If-Match': value }, { body: { name: 'B' } });
        assert.deepEqual([got.status, got.json.code], [412, 'changed_meanwhile'], value);
      }
      assert.equal(await name(path), 'A');
      const good = await ask(`PATCH ${path}`, { 'If-Match': `"x", ${tag}` }, { body: { name: 'B' } });
      assert.equal(good.status, 200, good.text);
      assert.notEqual(good.headers.get('etag'), tag);
      assert.equal((await ask(`PATCH ${path}`, { 'If-Match': tag }, { body: { name: 'C' } })).status, 412);
      assert.equal((await ask(`PATCH ${path}`, { 'If-Match': '*' }, { body: { name: 'C' } })).status, 200);
      assert.equal((await ask(`GET ${path}`, { 'If-Match': '"0-x"' })).status, 412);
      assert.equal((await ask(`DELETE ${path}`, { 'If-Match': '"0-x"' })).status, 412);
      assert.equal(await name(path), 'C');
    });

    test('of two writers with one tag one wins', async () => {
      const { path, tag } = await customer();
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ask(`PATCH ${path}`, { 'If-Match': tag }, { body: { name: `N${i}` } })),
      );
      assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 412)]);
    });

    test('If-None-Match compares weakly: 304 for a read, 412 for everything else', async () => {
      const { path, tag } = await customer();
      for (const method of ['GET', 'HEAD']) {
        for (const value of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
          const got = await ask(`${method} ${path}`, { 'If-None-Match': value });
          assert.deepEqual([got.status, got.text], [304, ''], `${method} ${value}`);
        }
      }
      const changed = await ask(`PATCH ${path}`, { 'If-None-Match': `W/${tag}` }, { body: { name: 'B' } });
      assert.equal(changed.status, 412);
      assert.equal((await ask(`PATCH ${path}`, { 'If-None-Match': '"0"' }, { body: { name: 'B' } })).status, 200);
    });

    test('If-Match is looked at before If-None-Match', async () => {
      const { path, tag } = await customer();
      const both = { 'If-Match': '"0-x"', 'If-None-Match': tag };
      assert.equal((await ask(`GET ${path}`, both)).status, 412);
      assert.equal((await ask(`GET ${path}`, { 'If-Match': tag, 'If-None-Match': tag })).status, 304);
    });

    test('If-None-Match: * creates only what is not there, If-Match: * holds only for what is', async () => {
      const put = (headers: Record<string, string>, body: object = { color: 'red' }): Promise<Got> =>
        ask('PUT /tags/new', headers, { body });
      assert.equal((await put({ 'If-Match': '*' })).status, 412);
      assert.equal((await ask('GET /tags/new')).status, 404);
      assert.equal((await put({ 'If-None-Match': '*' })).status, 201);
      assert.equal((await put({ 'If-None-Match': '*' })).status, 412);
      assert.equal((await put({})).status, 200);
    });

    test('conditions are looked at behind all that refuses the request without them', async () => {
      const { path, tag } = await customer();
      const stale = { 'If-Match': '"0-x"' };
      assert.equal((await served.ask(`PATCH ${path}`, { headers: stale, body: {} })).status, 401);
      assert.equal((await ask(`PATCH ${path}`, stale, { key: other, body: { name: 'B' } })).status, 404);
      assert.equal((await ask('PATCH /customers/cus_01k8z7rqa0faw8vvg14d2pf2db', stale, { body: {} })).status, 404);
      assert.equal((await ask(`PATCH ${path}`, stale, { body: { name: 1 } })).status, 422);
      assert.equal((await ask(`PATCH ${path}`, stale, { text: '{' })).status, 400);
      assert.equal((await ask(`GET ${path}`, { ...stale, Accept: 'text/html' })).status, 406);
      assert.equal((await ask(`GET ${path}`, { 'If-None-Match': tag }, { key: other })).status, 404);
    });

    test('a 304 has the headers that the 200 would have had, and no content', async () => {
      const { path, tag } = await customer();
      const whole = await ask(`GET ${path}`);
      const short = await ask(`GET ${path}`, { 'If-None-Match': tag });
      assert.deepEqual([short.status, short.text], [304, '']);
      for (const header of ['etag', 'cache-control', 'vary']) {
        assert.ok(whole.headers.get(header), header);
        assert.equal(short.headers.get(header), whole.headers.get(header), header);
      }
      assert.ok(short.headers.get('date'));
      assert.equal(short.headers.get('content-type'), null);
    });

    test('dates are no conditions, since no answer has Last-Modified; ranges are answered whole', async () => {
      const { path, text } = await customer();
      const past = 'Sun, 06 Nov 1994 08:49:37 GMT';
      for (const headers of [
        { 'If-Modified-Since': new Date(Date.now() + 86_400_000).toUTCString() },
        { 'If-Unmodified-Since': past },
        { 'If-Modified-Since': 'Sunday, 06-Nov-94 08:49:37 GMT' },
        { Range: 'bytes=0-3' },
        { Range: 'bytes=0-3', 'If-Range': '"0-x"' },
      ] as Record<string, string>[]) {
        const got = await ask(`GET ${path}`, headers);
        assert.deepEqual([got.status, got.text], [200, text], JSON.stringify(headers));
        assert.equal(got.headers.get('accept-ranges'), null);
        assert.equal(got.headers.get('last-modified'), null);
      }
      const changed = await ask(`PATCH ${path}`, { 'If-Unmodified-Since': past }, { body: { name: 'B' } });
      assert.equal(changed.status, 200);
    });

    test('a condition that must be there is asked for with an answer that nobody stores', async () => {
      const { path } = await customer();
      const line = { text: 'x', quantity: 1, price: 100 };
      const body = { customer: path.slice('/customers/'.length), currency: 'EUR', lines: [line], due_on: '2999-01-01' };
      const invoice = (await ask('POST /invoices', {}, { body })).json;
      const got = await ask(`PATCH /invoices/${invoice.id}`, {}, { body: { memo: 'x' } });
      assert.deepEqual(
        [got.status, got.json.code, got.headers.get('cache-control')],
        [428, 'name_the_version', 'no-store'],
      );
    });

    test('a PUT is answered with a tag only where the record is what was sent', async () => {
      const { path } = await customer();
      const { json } = await ask(`GET ${path}`);
      const changed = await ask(`PUT ${path}`, {}, { body: { name: 'B', email: json.email } });
      assert.deepEqual([changed.status, changed.headers.get('etag')], [200, null]);
      const whole = await ask(`GET ${path}`);
      const same = await ask(`PUT ${path}`, {}, { text: whole.text });
      assert.deepEqual([same.status, same.headers.get('etag')], [200, whole.headers.get('etag')]);
    });

    test('GET, HEAD and OPTIONS change nothing; a second DELETE finds nothing and changes nothing', async () => {
      const { path, tag, text } = await customer();
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await ask(`${method} ${path}`);
      const got = await ask(`GET ${path}`);
      assert.deepEqual([got.text, got.headers.get('etag')], [text, tag]);
      assert.equal((await ask(`DELETE ${path}`)).status, 204);
      const count = (await ask('GET /customers')).json.count;
      assert.equal((await ask(`DELETE ${path}`)).status, 404);
      assert.equal((await ask('GET /customers')).json.count, count);
    });
  });
}

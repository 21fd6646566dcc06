import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { describeTypes } from '../../../src/describe/types/index.ts';
import type { Context } from '../handlers/handlers.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { parameterized } from './parameters.fixture.ts';

const handlers = {
  async pokes({ input, call }: Context) {
    const { id, ...given } = input;
    return { thing: await call('poke Thing', id, given) };
  },
};

for (const [store, address] of everyStore) {
  describe(`parameters that mean input ${store}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    before(async () => {
      served = await serve(parameterized, {}, undefined, await address(), handlers);
      ours = await served.key(['clerk'], { shop: 'ours' });
      theirs = await served.key(['clerk'], { shop: 'theirs' });
    });
    after(() => served.close());
    const ask = (line: string, body?: unknown, headers = {}, key = ours): Promise<Got> =>
      served.ask(line, { key, body, headers });
    const made = async (body: object = { name: 'one' }): Promise<string> => {
      const got = await ask('POST /things', body);
      assert.equal(got.status, 201, got.text);
      return `/things/${got.json.id}`;
    };

    test('a guard and an effect of create see them beside the body', async () => {
      const refused = await ask('POST /things?dry=true', { name: 'one' });
      assert.deepEqual([refused.status, refused.json.code], [422, 'dry']);
      const got = await ask('POST /things?why=so', { name: 'one' });
      assert.deepEqual([got.status, got.json.seen, got.json.last], [201, true, 'one!'], got.text);
      const without = await ask('POST /things', { name: 'two' });
      assert.deepEqual([without.json.seen, without.json.last], [false, 'two!']);
    });

    test('shapes, headers and conditions of answers see them', async () => {
      const got = await ask('POST /things?why=so', { name: 'one' });
      assert.deepEqual([got.json.why, got.json.dry, got.headers.get('x-why')], ['so', false, 'so']);
      const path = await made();
      assert.equal((await ask(`PATCH ${path}?why=so`, { note: 'a' })).json.why, 'so');
      assert.equal((await ask(`PATCH ${path}?why=x`, { note: 'b' })).status, 204);
      assert.equal((await ask(`PUT ${path}/all?why=so`, { name: 'b' })).json.why, 'so');
      assert.equal((await ask(`GET ${path}?why=so`)).json.why, 'so');
      assert.equal((await ask(`POST ${path}/poke?why=so`, { a: 'b' })).json.why, 'so');
      assert.equal((await ask(`DELETE ${path}?why=so`)).json.why, 'so');
    });

    test('update and replace are refused and changed by them, whatever the form of the body', async () => {
      const path = await made();
      const patch = [{ op: 'replace', path: '/label', value: 'patched' }];
      const type = { 'Content-Type': 'application/json-patch+json' };
      for (const refused of [
        await ask(`PATCH ${path}?dry=true`, { label: 'two' }),
        await ask(`PATCH ${path}?dry=true`, patch, type),
        await ask(`PUT ${path}/all?dry=true`, { name: 'two' }),
      ]) {
        assert.deepEqual([refused.status, refused.json.code], [422, 'dry'], refused.text);
      }
      assert.equal((await ask(`GET ${path}`)).json.name, 'one');
      assert.equal((await ask(`PUT ${path}/all?why=so`, { name: 'two' })).json.last, 'so');
      assert.equal((await ask(`PUT ${path}/all`, { name: 'three' })).json.last, 'none');
      const got = await ask(`PATCH ${path}?why=so`, patch, type);
      assert.deepEqual([got.json.name, got.json.last, got.json.why], ['patched', 'patched', 'so'], got.text);
    });

    test('a member of the body has the name that the Request gives it, in effects too', async () => {
      const path = await made();
      const got = await ask(`PATCH ${path}`, { label: 'two' });
      assert.deepEqual([got.json.name, got.json.last], ['two', 'two'], got.text);
      assert.equal((await ask(`PATCH ${path}`, { note: 'n' })).json.last, 'unnamed');
    });

    test('nothing of a parameter lands in the record, and each tenant has its own', async () => {
      const got = await ask('PUT /things/1b4e28ba-2fa1-41d2-883f-0016d3cca427?why=so', { name: 'one' });
      assert.deepEqual([got.status, got.json.why, got.json.note], [201, 'so', undefined], got.text);
      const again = await ask('PUT /things/1b4e28ba-2fa1-41d2-883f-0016d3cca427?why=other', { name: 'one' });
      assert.deepEqual([again.status, again.json.why], [200, 'other']);
      const kept = (await ask('GET /things/1b4e28ba-2fa1-41d2-883f-0016d3cca427')).json;
      assert.deepEqual(Object.keys(kept).sort(), ['id', 'last', 'name', 'seen', 'shop']);
      assert.equal(
        (await ask('GET /things/1b4e28ba-2fa1-41d2-883f-0016d3cca427?why=so', undefined, {}, theirs)).status,
        404,
      );
    });

    test('code is typed to give and to get them', () => {
      const types = describeTypes(served.plan);
      const given = types.slice(types.indexOf('readonly calls:'));
      const got = types.slice(types.indexOf('readonly hooks:'), types.indexOf('readonly calls:'));
      for (const text of [given, got]) {
        const poke = text.slice(text.indexOf("'poke Thing'"), text.indexOf('pokes'));
        assert.match(poke, /input: \{\s+readonly a\?: string;\s+readonly why\?: string;\s+\}/);
      }
    });

    test('a parameter of a format takes values of the format only', async () => {
      const path = await made();
      const day = await ask(`GET ${path}?until=2026-02-28`);
      assert.deepEqual([day.status, day.json.until], [200, '2026-02-28'], day.text);
      const none = await ask(`GET ${path}?until=2026-02-30`);
      assert.equal(none.status, 422, none.text);
      assert.match(none.text, /must be a date, such as 2026-11-01/);
    });

    test('code that calls an operation gives its parameters as members of the input', async () => {
      const path = await made();
      const id = path.split('/')[2];
      const got = await ask('POST /pokes', { id, why: 'so' });
      assert.deepEqual([got.status, got.json?.thing?.id], [200, id], got.text);
      const without = await ask('POST /pokes', { id });
      assert.deepEqual([without.status, without.json.code], [422, 'no_why']);
    });
  });
}

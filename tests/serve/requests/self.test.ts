import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { linked } from './self.fixture.ts';

const handlers = { 'look Note': ({ record }: { record: object }) => record };
const shops = ['a', 'b'];

for (const [store, address] of everyStore) {
  describe(`Fields that are computed from self ${store}`, () => {
    let served: Served;
    const keys: string[] = [];
    before(async () => {
      served = await serve(linked, { baseUrl: 'https://notes.example' }, undefined, await address(), handlers);
      for (const shop of shops) {
        keys.push(await served.key(['clerk'], { shop }));
        assert.equal((await ask(shop, 'POST /boards', { slug: `of_${shop}` })).status, 201);
      }
    });
    after(() => served?.close());
    const ask = (shop: string, line: string, body?: unknown, version = '2'): Promise<Got> =>
      served.ask(line, { key: keys[shops.indexOf(shop)], body, headers: { V: version } });
    const make = async (shop: string, text: string, tag?: string, version?: string): Promise<Got & { url: string }> => {
      const board = shops.indexOf(shop) + 1;
      const got = await ask(shop, `POST /boards/${board}/notes`, { text, tag }, version);
      assert.equal(got.status, 201, got.text);
      return { ...got, url: `https://notes.example/boards/of_${shop}/notes/${got.json.id}` };
    };

    test('other fields, shapes and headers read them, in older versions too', async () => {
      for (const shop of shops) {
        const { url, json, headers } = await make(shop, 'x', 't');
        const { id, ...shown } = json;
        const board = shops.indexOf(shop) + 1;
        const others = { shop, text: 'x', tag: 't', more: `${url}?t`, meta: { at: url } };
        assert.deepEqual(shown, { ...others, board, link: url });
        assert.equal(headers.get('X-More'), `${url}?t`);
        const path = `/boards/of_${shop}/notes/${id}`;
        assert.deepEqual((await ask(shop, `GET ${path}`, undefined, '1')).json, { id, ...others, wall: board, url });
        assert.deepEqual((await ask(shop, `POST /notes/${id}/look`)).json, json);
      }
    });

    test('one that reads an absent field is absent to expressions', async () => {
      for (const version of ['1', '2']) {
        const { url, json, headers } = await make('a', 'x', undefined, version);
        assert.equal('more' in json, false);
        assert.deepEqual(json.meta, { at: url });
        assert.equal(headers.get('X-More'), url);
      }
    });

    test('the condition of a response reads them', async () => {
      const { url, json } = await make('b', 'here');
      for (const version of ['1', '2']) {
        const got = await ask('b', `GET /boards/of_b/notes/${json.id}`, undefined, version);
        assert.deepEqual(got.json, { here: url, more: 'none' });
      }
    });

    test('lists and payloads of events show them', async () => {
      const { url, json } = await make('b', 'x', 't');
      const note = { id: json.id, at: url, more: `${url}?t` };
      await allNumbered(served.store);
      for (const version of ['1', '2']) {
        const list = await ask('b', 'GET /boards/2/notes', undefined, version);
        assert.deepEqual(list.json.data.at(-1), note);
        const events = await ask('b', 'GET /events', undefined, version);
        assert.deepEqual(events.json.data.at(-1), { note });
      }
    });
  });
}

test('without a base URL they begin with the origin of the service, and Location is a path', async (t) => {
  let origin: string | undefined;
  const served = await serve(linked, { origin: () => origin }, undefined, undefined, handlers);
  t.after(() => served.close());
  origin = served.address;
  const key = await served.key(['clerk'], { shop: 'a' });
  await served.ask('POST /boards', { key, body: { slug: 'top' } });
  for (const version of ['1', '2']) {
    const got = await served.ask('POST /boards/1/notes', { key, body: { text: 'x' }, headers: { V: version } });
    const path = `/boards/top/notes/${got.json.id}`;
    assert.equal(version === '1' ? got.json.url : got.json.link, served.address + path);
    assert.equal(got.headers.get('Location'), path);
  }
});

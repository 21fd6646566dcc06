import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { nested } from './nested.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`maps of maps, unions inside unions and parameters of older callers ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    before(async () => {
      served = await serve(nested, {}, undefined, await address());
      for (const shop of ['north', 'south', 'east']) keys.set(shop, await served.key(['clerk'], { shop }));
    });
    after(() => served.close());

    const ask = (line: string, version: string, body?: unknown, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys.get(shop)!, body, headers: { V: version } });
    const made = async (body: object, version: string, shop?: string): Promise<string> => {
      const got = await ask('POST /bills', version, body, shop);
      assert.equal(got.status, 201, got.text);
      return `/bills/${got.json.id}`;
    };
    const shown = async (path: string, version: string): Promise<Record<string, unknown>> => {
      const { id: _, ...rest } = (await ask(`GET ${path}`, version)).json;
      return rest;
    };
    const wrong = async (line: string, version: string, body?: unknown): Promise<readonly string[]> => {
      const got = await ask(line, version, body);
      assert.equal(got.status, 422, got.text);
      return got.json.errors.map((error: { pointer?: string; parameter?: string }) => error.pointer ?? error.parameter);
    };

    test('values of maps inside maps are turned, and what is wrong in them is told at their places', async () => {
      const path = await made(
        { memo: 'a', grid: { top: { left: { word: 'x' }, right: { word: 'y', size: 2 } } } },
        '1',
      );
      const now = { top: { left: { text: 'x', size: 1 }, right: { text: 'y', size: 2 } } };
      assert.deepEqual(await shown(path, '2'), { kind: 'goods', note: 'a', grid: now });
      const then = { top: { left: { word: 'x', size: 1 }, right: { word: 'y', size: 2 } } };
      assert.deepEqual(await shown(path, '1'), { kind: 'wares', memo: 'a', grid: then });
      assert.equal((await ask(`GET ${path}`, '1', undefined, 'south')).status, 404);
      const body = { memo: 'a', grid: { 'a/b': { c: { text: 'x' } } } };
      const places = await wrong('POST /bills', '1', body);
      assert.deepEqual(places.toSorted(), ['/grid/a~1b/c/text', '/grid/a~1b/c/word']);
    });

    test('objects of unions inside the objects of other unions are turned', async () => {
      const card = { kind: 'card', pan: '42' };
      const cash = { kind: 'cash', coins: 3 };
      const deal = { type: 'split', first: card, others: [cash, card] };
      const path = await made({ memo: 'a', deal }, '1');
      const present = { kind: 'card', digits: '42' };
      assert.deepEqual((await shown(path, '2')).deal, { type: 'split', first: present, others: [cash, present] });
      assert.deepEqual((await shown(path, '1')).deal, deal);
      const whole = await made({ note: 'b', deal: { type: 'whole', by: present } }, '2');
      assert.deepEqual((await shown(whole, '1')).deal, { type: 'whole', by: card });
      const wrongly = { memo: 'a', deal: { type: 'split', first: present } };
      assert.deepEqual((await wrong('POST /bills', '1', wrongly)).toSorted(), [
        '/deal/first/digits',
        '/deal/first/pan',
      ]);
    });

    test('a parameter that was required or bound more closely is so for older callers alone', async () => {
      await made({ note: 'abcd' }, '2', 'east');
      const found = async (query: string, version: string): Promise<unknown> => {
        const got = await ask(`GET /bills${query}`, version, undefined, 'east');
        return got.json.data?.map((bill: { note?: string; memo?: string }) => bill.note ?? bill.memo) ?? got.status;
      };
      assert.deepEqual(await found('', '2'), ['abcd']);
      assert.deepEqual(await found('?note=abcd', '2'), ['abcd']);
      assert.deepEqual(await found('?note=abc', '1'), ['abcd']);
      assert.deepEqual(await wrong('GET /bills', '1'), ['note']);
      assert.deepEqual(await wrong('GET /bills?note=abcd', '1'), ['note']);
      assert.deepEqual((await ask('GET /bills', '2', undefined, 'south')).json.data, []);
    });

    test('a default of a sort is the older name of its field', async () => {
      for (const note of ['x1', 'x2']) await made({ note }, '2');
      const order = async (query: string, version: string): Promise<unknown> =>
        (await ask(`GET /bills?note=x${query}`, version)).json.data?.map(
          (record: Record<string, string>) => record.note ?? record.memo,
        );
      assert.deepEqual(await order('', '1'), ['x2', 'x1']);
      assert.deepEqual(await order('&sort=memo', '1'), ['x1', 'x2']);
      assert.deepEqual(await order('', '2'), ['x2', 'x1']);
      assert.deepEqual(await wrong('GET /bills?note=x&sort=note', '1'), ['sort']);
    });

    test('defaults of an expansion and of a choice of fields are the older names of theirs', async () => {
      const { id: sum } = (await ask('POST /sums', '2', { must: '7' })).json;
      const path = await made({ memo: 'a', part_of: sum }, '1');
      const brief = async (query: string, version: string): Promise<unknown> =>
        (await ask(`GET ${path}/brief${query}`, version)).json;
      const now = { note: 'a', of: { id: sum, shop: 'north', must: '7' } };
      assert.deepEqual(await brief('', '2'), now);
      assert.deepEqual(await brief('', '1'), { memo: 'a', part_of: { ...now.of, must: 7 } });
      assert.deepEqual(await brief('?only=kind', '1'), { kind: 'wares' });
      assert.deepEqual(await wrong(`GET ${path}/brief?only=note`, '1'), ['only']);
      assert.deepEqual(await wrong(`GET ${path}/brief?with=of`, '1'), ['with']);
      assert.equal((await ask(`GET ${path}/brief`, '1', undefined, 'south')).status, 404);
    });

    test('a default of a filter is the older name of its value, and stands for the present one', async () => {
      await made({ note: 'n1', kind: 'goods' }, '2', 'south');
      await made({ note: 'n2', kind: 'services' }, '2', 'south');
      const found = async (query: string, version: string): Promise<unknown> =>
        (await ask(`GET /bills?note=n${query}`, version, undefined, 'south')).json.data?.length;
      assert.deepEqual([await found('', '1'), await found('', '2')], [1, 1]);
      assert.equal(await found('&kind=wares', '1'), 1);
      assert.equal(await found('&kinds=wares,services&kind=services', '1'), 1);
      assert.deepEqual(await wrong('GET /bills?note=n&kind=goods', '1'), ['kind']);
    });

    test('integers of 64 bits that rows state keep every digit', async () => {
      const { text } = await ask('POST /tallies', '1', {});
      assert.match(text, /"huge":9007199254740993,"gone":9007199254740995/);
      assert.doesNotMatch((await ask('POST /tallies', '2', { huge: 1 }, 'south')).text, /gone/);
    });

    test('what cannot be turned is left out of an answer where it may be, else the answer fails', async () => {
      const sum = async (body: object, version = '2'): Promise<string> =>
        `/sums/${(await ask('POST /sums', version, body)).json.id}`;
      const full = await sum({ must: 1, count: 2, weight: { grams: 3, note: 4 } }, '1');
      const { id: _, shop: __, ...kept } = (await ask(`GET ${full}`, '2')).json;
      assert.deepEqual(kept, { must: '1', count: '2', weight: { grams: '3', note: '4' } });
      const partly = await sum({ must: '1', count: 'many', weight: { grams: '3', note: 'heavy' } });
      const { id: ___, shop: ____, ...shows } = (await ask(`GET ${partly}`, '1')).json;
      assert.deepEqual(shows, { must: 1, weight: { grams: 3 } });
      const heavy = await ask(`GET ${await sum({ must: '1', weight: { grams: 'heavy' } })}`, '1');
      assert.deepEqual([heavy.status, Object.keys(heavy.json).toSorted()], [200, ['id', 'must', 'shop']]);
      const { id: _____, shop: ______, ...then } = (await ask(`GET ${partly}`, '0')).json;
      assert.deepEqual(then, { must: 1, weight: { grams: 3, note: 0 }, counted: false });
      const never = await sum({ must: 'many' });
      assert.deepEqual([(await ask(`GET ${never}`, '1')).status, (await ask(`GET ${never}`, '2')).status], [500, 200]);
      assert.equal((await ask(`GET ${never}`, '1', undefined, 'south')).status, 404);
    });
  });
}

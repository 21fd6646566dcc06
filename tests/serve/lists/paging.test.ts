import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { paged } from './paging.fixture.ts';

interface Link {
  readonly target: string;
  readonly rel: string;
}

/** The links of an answer, read as RFC 8288 (section 3) writes them. */
function linksOf(got: Got): readonly Link[] {
  const text = got.headers.get('link');
  if (text === null) return [];
  const links = [...text.matchAll(/<([^>]*)>((?:;\s*[a-z]+="[^"]*")*)(?:,\s*|$)/g)];
  assert.equal(links.map(([whole]) => whole).join(''), text);
  return links.map(([, target = '', parameters = '']) => {
    const rels = [...parameters.matchAll(/;\s*rel="([^"]*)"/g)];
    assert.equal(rels.length, 1, 'each link has exactly one rel');
    return { target, rel: rels[0]![1]! };
  });
}

const target = (got: Got, rel: string): string | undefined => linksOf(got).find((link) => link.rel === rel)?.target;

for (const [store, address] of everyStore) {
  describe(`paging ${store}`, () => {
    let served: Served;
    let key: string;
    let other: string;
    const ids: string[] = [];
    const theirs: string[] = [];
    before(async () => {
      let now = Date.UTC(2026, 10, 20, 9);
      served = await serve(paged, { serverLimits: { maxPageSize: 8 } }, () => now, await address());
      key = await served.key(['all'], { shop: 'north' });
      other = await served.key(['all'], { shop: 'south' });
      for (let i = 0; i < 8; i++) {
        for (const [who, list] of [
          [key, ids],
          [other, theirs],
        ] as const) {
          now += 1;
          const rank = i % 3 === 0 ? null : i % 3;
          const body = { title: `Straße t${i}`, body: i % 2 === 0 ? 'even' : 'ÅL', tags: ['north'], rank };
          const got = await served.ask('POST /items', { key: who, body });
          assert.equal(got.status, 201, got.text);
          list.push(got.json.id);
        }
      }
    });
    after(() => served.close());

    const get = async (path: string, who = key): Promise<Got> => {
      const got = await served.ask(`GET ${path}`, { key: who });
      assert.equal(got.status, 200, got.text);
      return got;
    };
    const shown = ({ json }: Got): string[] => (json.data ?? json).map((record: { id: string }) => record.id);

    test('next cursors lead through the list, previous cursors lead back the same way', async () => {
      for (const query of ['', 'sort=rank', 'sort=-rank']) {
        const forward: string[][] = [];
        let got = await get(`/cursor?limit=3&${query}`);
        assert.equal(got.json.prev, null);
        while (true) {
          forward.push(shown(got));
          assert.equal(got.json.more, got.json.next !== null);
          if (got.json.next === null) break;
          got = await get(`/cursor?limit=3&${query}&cursor=${got.json.next}`);
        }
        assert.deepEqual(
          forward.map((page) => page.length),
          [3, 3, 2],
          query,
        );
        assert.equal(new Set(forward.flat()).size, 8);
        const back: string[][] = [shown(got)];
        while (got.json.prev !== null) {
          got = await get(`/cursor?limit=3&${query}&cursor=${got.json.prev}`);
          back.unshift(shown(got));
          assert.ok(got.json.next !== null, 'what lies behind is known');
        }
        assert.deepEqual(back, forward, query);
      }
    });

    test('Link names the pages beside this one, with every other parameter and no credential', async () => {
      const first = await served.ask(`GET /cursor?limit=3&api_key=${key}&sort=rank&q=stra%C3%9Fe`);
      assert.equal(first.status, 200, first.text);
      assert.deepEqual(
        linksOf(first).map(({ rel }) => rel),
        ['next'],
      );
      assert.ok(!first.headers.get('link')!.includes(key));
      const second = await get(target(first, 'next')!);
      assert.deepEqual(
        linksOf(second).map(({ rel }) => rel),
        ['next', 'prev'],
      );
      assert.deepEqual(shown(await get(target(second, 'prev')!)), shown(first));
      const last = await get(target(second, 'next')!);
      assert.deepEqual(
        linksOf(last).map(({ rel }) => rel),
        ['prev'],
      );
      assert.deepEqual([...shown(first), ...shown(second), ...shown(last)].toSorted(), [...ids].toSorted());
      const head = await served.ask(`HEAD ${target(first, 'next')}`, { key });
      assert.equal(head.headers.get('link'), second.headers.get('link'));
    });

    test('links are absolute where a base address is known', async () => {
      const based = await serve(paged, { baseUrl: 'https://shop.example/v1' }, undefined, await address());
      try {
        const who = await based.key(['all'], { shop: 'north' });
        for (let i = 0; i < 3; i++) {
          assert.equal((await based.ask('POST /items', { key: who, body: { title: 'x' } })).status, 201);
        }
        const got = await based.ask('GET /pages?size=1&page=2', { key: who });
        assert.deepEqual(linksOf(got), [
          { target: 'https://shop.example/v1/pages?size=1&page=3', rel: 'next' },
          { target: 'https://shop.example/v1/pages?size=1&page=1', rel: 'prev' },
        ]);
      } finally {
        await based.close();
      }
    });

    test('a backward cursor is bound to its list as every other', async () => {
      const first = await get('/cursor?limit=3');
      const second = await get(`/cursor?limit=3&cursor=${first.json.next}`);
      const { prev } = second.json;
      for (const path of [`/cursor?limit=3&sort=rank&cursor=${prev}`, `/cursor?q=1&cursor=${prev}`]) {
        assert.equal((await served.ask(`GET ${path}`, { key })).status, 422, path);
      }
      assert.equal((await served.ask(`GET /cursor?cursor=${prev}`, { key: other })).status, 422);
    });

    test('a total is counted when it is asked for, of the caller only', async () => {
      assert.equal((await get('/cursor?limit=1')).json.count, null);
      assert.equal((await get('/cursor?limit=1&total=true')).json.count, 8);
      assert.equal((await get('/cursor?limit=1&total=true&q=EVEN')).json.count, 4);
      assert.equal((await get('/cursor?total=false')).json.count, null);
      const second = await get(
        `/cursor?limit=3&total=true&cursor=${(await get('/cursor?limit=3&total=true')).json.next}`,
      );
      assert.equal(second.json.count, 8);
    });

    test('a header holds a role of the list, and is left out where that has no value', async () => {
      const told = ({ headers }: Got) => ['x-total-count', 'x-more'].map((name) => headers.get(name));
      assert.deepEqual(told(await get('/pages')), ['8', 'true']);
      assert.deepEqual(told(await get('/pages?page=3')), ['8', 'false']);
      assert.deepEqual(told(await get('/pages', other)), ['8', 'true']);
      const head = await served.ask('HEAD /pages', { key });
      assert.deepEqual(told(head), ['8', 'true']);
      const first = await get('/cursor?limit=5&total=true');
      assert.deepEqual([first.headers.get('x-next'), first.headers.get('x-count')], [first.json.next, '8']);
      const last = await get(`/cursor?limit=5&cursor=${first.json.next}`);
      assert.deepEqual([last.headers.get('x-next'), last.headers.get('x-count')], [null, null]);
    });

    test('a list tells its page, the size of pages and how many there are', async () => {
      const told = ({ headers }: Got) => ['x-page', 'x-pages'].map((name) => headers.get(name));
      assert.deepEqual(told(await get('/pages')), ['1', '3']);
      const second = await get('/pages?page=2&size=5');
      assert.deepEqual(told(second), ['2', '2']);
      assert.notEqual(second.headers.get('etag'), (await get('/pages?page=2&size=4')).headers.get('etag'));
      assert.deepEqual(told(await get('/pages?page=9', other)), ['9', '3']);
      const { per_page, last_page } = (await get('/offset?limit=3')).json;
      assert.deepEqual([per_page, last_page], [3, 3]);
      assert.deepEqual((await get('/offset?q=nothing')).json, { data: [], more: false, per_page: 3, last_page: 0 });
    });

    test('a search finds each word in one of its fields, whatever their case', async () => {
      assert.deepEqual(shown(await get('/cursor?q=STRASSE')), []);
      assert.deepEqual(shown(await get('/cursor?limit=5&q=stra%C3%9Fe+EVEN')), [ids[0], ids[2], ids[4], ids[6]]);
      assert.deepEqual(shown(await get('/cursor?q=T3+A%CC%8Al')), [ids[3]]);
      assert.deepEqual(shown(await get('/cursor?q=t3+even')), []);
      assert.deepEqual(shown(await get('/cursor?q=%25')), []);
      assert.deepEqual(shown(await get('/cursor?q=north')), [], 'in no other field');
      const page = await get('/cursor?q=even&limit=3');
      assert.deepEqual(shown(await get(`/cursor?q=even&limit=3&cursor=${page.json.next}`)), [ids[6]]);
    });

    test('an offset counts records away, in the order of the list', async () => {
      const newest = [...ids].reverse();
      assert.deepEqual(shown(await get('/offset')), newest.slice(0, 3));
      const third = await get('/offset?skip=6&limit=2');
      assert.deepEqual([shown(third), third.json.more], [newest.slice(6, 8), false]);
      assert.deepEqual(linksOf(third), [{ target: '/offset?limit=2&skip=4', rel: 'prev' }]);
      const middle = await get('/offset?skip=2&limit=3');
      assert.deepEqual([shown(middle), middle.json.more], [newest.slice(2, 5), true]);
      assert.equal(target(middle, 'next'), '/offset?limit=3&skip=5');
      assert.equal(target(middle, 'prev'), '/offset?limit=3&skip=0');
      assert.deepEqual(shown(await get('/offset?skip=8')), []);
      assert.deepEqual(shown(await get('/offset?skip=9007199254740991')), []);
      assert.deepEqual(shown(await get('/offset?q=T5&skip=0')), [ids[5]]);
      for (const skip of ['-1', '1.5', 'x', '', '9007199254740993']) {
        const got = await served.ask(`GET /offset?skip=${skip}`, { key });
        assert.deepEqual([got.status, got.json.errors?.[0]?.parameter], [422, 'skip'], skip);
      }
    });

    test('pages are numbered from one', async () => {
      assert.deepEqual(shown(await get('/pages')), ids.slice(0, 3));
      const second = await get('/pages?page=2');
      assert.deepEqual(shown(second), ids.slice(3, 6));
      assert.deepEqual(linksOf(second), [
        { target: '/pages?page=3', rel: 'next' },
        { target: '/pages?page=1', rel: 'prev' },
      ]);
      assert.deepEqual(shown(await get('/pages?page=2&size=5')), ids.slice(5));
      assert.deepEqual(shown(await get('/pages?page=9007199254740991&size=5')), []);
      for (const page of ['0', '-1', '1.0x']) {
        assert.equal((await served.ask(`GET /pages?page=${page}`, { key })).status, 422, page);
      }
    });

    test('a page stands after a record or before one, which the caller must see', async () => {
      const newest = [...ids].reverse();
      const first = await get('/ids');
      assert.deepEqual([shown(first), first.json.has_more], [newest.slice(0, 3), true]);
      assert.deepEqual(linksOf(first), [{ target: `/ids?starting_after=${newest[2]}`, rel: 'next' }]);
      const second = await get(`/ids?starting_after=${newest[2]}`);
      assert.deepEqual([shown(second), second.json.has_more], [newest.slice(3, 6), true]);
      assert.equal(target(second, 'prev'), `/ids?ending_before=${newest[3]}`);
      const back = await get(`/ids?ending_before=${newest[5]}&limit=2`);
      assert.deepEqual([shown(back), back.json.has_more], [newest.slice(3, 5), true]);
      const start = await get(`/ids?ending_before=${newest[2]}`);
      assert.deepEqual([shown(start), start.json.has_more], [newest.slice(0, 2), false]);
      const end = await get(`/ids?starting_after=${newest[7]}`);
      assert.deepEqual([shown(end), end.json.has_more, linksOf(end)], [[], false, []]);
      const ranked = shown(await get('/ids?sort=rank&limit=5'));
      assert.deepEqual(shown(await get(`/ids?sort=rank&limit=2&starting_after=${ranked[2]}`)), ranked.slice(3, 5));
      assert.deepEqual(shown(await get(`/ids?sort=rank&limit=2&ending_before=${ranked[3]}`)), ranked.slice(1, 3));
      for (const query of [
        `starting_after=${theirs[0]}`,
        `ending_before=${theirs[0]}`,
        'starting_after=itm_01k8z7rqa0faw8vvg14d2pf2db',
        'starting_after=x',
        `starting_after=${ids[0]}&ending_before=${ids[1]}`,
      ]) {
        const got = await served.ask(`GET /ids?${query}`, { key });
        assert.deepEqual([got.status, got.json.code], [422, 'invalid'], query);
      }
    });

    test('an identity that is a number is read as one', async () => {
      for (let i = 0; i < 3; i++) assert.equal((await served.ask('POST /boxes', { key })).status, 201);
      const all = (await get('/boxes')).json.map((box: { number: number }) => box.number);
      assert.equal(all.length, 3);
      const got = await get(`/boxes?after=${all[0]}`);
      assert.deepEqual(
        got.json.map((box: { number: number }) => box.number),
        all.slice(1),
      );
      assert.equal((await served.ask('GET /boxes?after=x', { key })).status, 422);
    });

    test('a list without any paging parameter is answered whole up to the ceiling, and unavailable beyond it', async () => {
      const whole = await get('/plain');
      assert.equal(shown(whole).length, 8);
      assert.deepEqual(linksOf(whole), []);
      assert.equal((await served.ask('POST /items', { key: other, body: { title: 'one more' } })).status, 201);
      const got = await served.ask('GET /plain', { key: other });
      assert.deepEqual([got.status, got.headers.get('retry-after')], [503, '1']);
      assert.equal((await get('/plain')).json.length, 8);
    });

    test('a list that shows only how many records there are is answered beyond the ceiling too', async () => {
      for (const title of ['tallied', 'one more'])
        assert.equal((await served.ask('POST /items', { key: other, body: { title } })).status, 201);
      const tally = await get('/tally', other);
      assert.ok(tally.json.count >= 10);
      assert.deepEqual(
        [tally.text, tally.headers.get('x-count')],
        [`{"count":${tally.json.count}}`, String(tally.json.count)],
      );
      assert.deepEqual(
        [(await get('/tally?q=tallied', other)).json, (await get('/tally')).json],
        [{ count: 1 }, { count: 8 }],
      );
      const etag = tally.headers.get('etag')!;
      const again = await served.ask('GET /tally', { key: other, headers: { 'If-None-Match': etag } });
      assert.equal(again.status, 304);
    });

    test('a number that is too large, or is not one, gets the whole range as its answer', async () => {
      for (const value of ['9007199254740993', '9'.repeat(400), '1e3', 'x']) {
        for (const [path, from] of [
          ['/offset?limit', 1],
          ['/offset?skip', 0],
          ['/pages?page', 1],
        ] as const) {
          const got = await served.ask(`GET ${path}=${value}`, { key });
          assert.equal(got.status, 422);
          assert.deepEqual(
            got.json.errors.map(({ message }: { message: string }) => message),
            [`must be an integer from ${from} to 9007199254740991`],
          );
        }
      }
    });
  });
}

test('a page whose records are too long together is invalid input, unless a cursor goes on from it', async (t) => {
  const served = await serveIn(t, paged.replace('3, at most 5', '3, at most 9'));
  const [north, south] = [await served.key(['all'], { shop: 'north' }), await served.key(['all'], { shop: 'south' })];
  const create = async (key: string): Promise<void> => {
    const { status } = await served.ask('POST /items', { key, body: { title: 'x'.repeat(1_000_000) } });
    assert.equal(status, 201);
  };
  for (let i = 0; i < 9; i++) await create(north);
  await create(south);
  const refused = await served.ask('GET /offset?limit=9', { key: north });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /makes the response longer than 8388608 characters: request fewer records/);
  const count = async (path: string, key: string) => (await served.ask(`GET ${path}`, { key })).json.data.length;
  assert.deepEqual([await count('/offset?limit=8', north), await count('/offset?limit=9', south)], [8, 1]);
  assert.equal(await count('/cursor?limit=9', north), 8);
});

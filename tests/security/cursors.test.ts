import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { compile } from '../../src/codegen/compile.ts';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { openService } from '../../src/serve/service.ts';
import type { Context } from '../serve/handlers/handlers.fixture.ts';
import { type Served, serve, serveIn } from '../serve/support/served.fixture.ts';
import { filledStores, market } from './cursors.fixture.ts';

interface Page {
  readonly data: readonly { readonly id: string; readonly title: string }[];
  readonly next: string | null;
  readonly prev: string | null;
}

const titlesOf = ({ data }: Page): readonly string[] => data.map(({ title }) => title);

const readPage = async ({ store, input }: Context) => {
  const page = await store.page('Item', { ...input, limit: 1 });
  return { data: page.records, title: page.next ?? '' };
};

/** The handlers of the market: a page of one item with its cursor as the title, or what is thrown. */
const handlers = {
  async pages({ store, input }: Context) {
    try {
      const page = await store.page('Item', { ...input, limit: 1 });
      return { data: page.records, title: page.next ?? '' };
    } catch (error) {
      return { data: [], title: (error as Error).message };
    }
  },
  uncaught: readPage,
  posted: readPage,
};

for (const [store, open] of filledStores) {
  describe(`cursors ${store}`, () => {
    const opened = async (t: TestContext, titles: readonly string[], full = true): Promise<[Served, string]> => {
      const place = await open(t);
      const served = await serveIn(t, market, {}, undefined, place.address, handlers);
      if (full) await place.fill();
      const [ours, theirs] = [
        await served.key(['all', 'code'], { shop: 'ours' }),
        await served.key(['all'], { shop: 'theirs' }),
      ];
      for (const title of titles) {
        const key = title.startsWith('their') ? theirs : ours;
        const got = await served.ask('POST /items', { key, body: { title, open: title.includes('open') } });
        assert.equal(got.status, 201, got.text);
      }
      return [served, ours];
    };
    const page = async (served: Served, key: string, query: string): Promise<Page> => {
      const got = await served.ask(`GET /items?${query}`, { key });
      assert.equal(got.status, 200, got.text);
      return got.json;
    };

    test('S49: a page is filled over thousands of records of others, with a cursor or without', async (t) => {
      const [served, key] = await opened(t, ['a', 'their open item', 'x', 'y', 'z']);
      const first = await page(served, key, 'limit=2');
      assert.deepEqual(titlesOf(first), ['a', 'their open item']);
      const second = await page(served, key, `limit=2&cursor=${first.next}`);
      assert.deepEqual(titlesOf(second), ['x', 'y']);
      const last = await page(served, key, `limit=2&cursor=${second.next}`);
      assert.deepEqual([titlesOf(last), last.next], [['z'], null]);
      const back = await page(served, key, `limit=2&cursor=${last.prev}`);
      assert.deepEqual([titlesOf(back), back.next === null], [['x', 'y'], false]);
      const reversed = await page(served, key, 'limit=5&sort=-title');
      assert.deepEqual([titlesOf(reversed), reversed.next], [['z', 'y', 'x', 'their open item', 'a'], null]);
      const whole = await served.ask('GET /plain', { key });
      assert.deepEqual([whole.status, whole.json.length], [200, 5]);
    });

    test('S49: a page whose time is over ends at its last record, and an empty one shows nothing of where it ends', async (t) => {
      const [served, key] = await opened(t, ['a', 'z']);
      const { plan, store, platform } = served;
      let now = platform.now();
      // Half of the time is over whenever the clock is asked for the second time.
      const late = openService({
        plan,
        compiled: compile(plan),
        store,
        platform: { ...platform, now: () => (now += 20_000) },
        handlers,
      });
      t.after(() => late.close());
      const fetch = fetchOf(late);
      const pages: Page[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const headers = { Authorization: `Bearer ${key}` };
        const query = cursor === '' ? '' : `&cursor=${cursor}`;
        const response = await fetch(new Request(`http://x/items?limit=5${query}`, { headers }));
        assert.equal(response.status, 200);
        const found = (await response.json()) as Page;
        pages.push(found);
        cursor = found.next;
      }
      assert.deepEqual(pages.map(titlesOf), [['a'], [], ['z']]);
      assert.equal(pages[0]!.next, (await page(served, key, 'limit=1')).next);
      const bytes = Buffer.from(pages[1]!.next!, 'base64url');
      assert.deepEqual([bytes.indexOf('hidden'), bytes.indexOf('itm_')], [-1, -1]);
    });

    test('S49: cursors of a handler show nothing of a field that is never shown, and end at a record of the page', async (t) => {
      const [served, key] = await opened(t, ['a', 'z']);
      const ask = async (query: string) => {
        const got = await served.ask(`GET /pages?${query}`, { key });
        assert.equal(got.status, 200, got.text + served.logged.at(-1));
        return got.json;
      };
      for (const order of ['rank', 'title']) {
        const first = await ask(`order=${order}`);
        assert.deepEqual(titlesOf(first), ['a']);
        const bytes = Buffer.from(first.title, 'base64url');
        assert.deepEqual([bytes.length >= 80, bytes.indexOf('4711'), bytes.indexOf('itm_')], [true, -1, -1]);
        const second = await ask(`order=${order}&after=${first.title}`);
        assert.deepEqual([titlesOf(second), second.title], [['z'], '']);
      }
      assert.match((await ask('after=x')).title, /: after: `x` is not a cursor of this list of Item/);
    });

    test('S49: a cursor that a handler cannot read is a mistake of the client', async (t) => {
      const [served, key] = await opened(t, ['a', 'z']);
      for (const query of ['after=x', 'order=title&after=x']) {
        const got = await served.ask(`GET /uncaught?${query}`, { key });
        assert.equal(got.status, 422, got.text);
        assert.match(got.text, /"after".*must be a cursor from this list/);
      }
      const got = await served.ask('POST /posted', { key, body: { after: 'x' } });
      assert.equal(got.status, 422, got.text);
      assert.match(got.text, /"\/after".*must be a cursor from this list/);
      assert.deepEqual(served.logged, []);
    });

    test('S49: an identity is short enough for a cursor, and a Link that clients could not read is left out', async (t) => {
      const { address } = await open(t);
      const served = await serveIn(t, market, {}, undefined, address, handlers);
      const [ours, theirs] = [
        await served.key(['tags'], { shop: 'ours' }),
        await served.key(['tags'], { shop: 'theirs' }),
      ];
      const create = (code: string, key = ours) => served.ask('POST /tags', { key, body: { code } });
      for (const code of ['x'.repeat(2_599), 'ü'.repeat(1_300), '\u0001'.repeat(434)]) {
        const got = await create(code);
        assert.equal(got.status, 422, got.text);
        const [error] = got.json.errors;
        assert.deepEqual([error.pointer, error.message], ['/code', 'must be at most 2600 bytes long as JSON']);
      }
      const codes = ['a', '\u0001'.repeat(433), 'x'.repeat(2_598), 'y', 'z'].toSorted();
      for (const code of codes) assert.equal((await create(code)).status, 201);
      assert.equal((await create('b', theirs)).status, 201);
      const seen: string[] = [];
      const links: boolean[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const got = await served.ask(`GET /tags?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`, { key: ours });
        assert.equal(got.status, 200, got.text);
        seen.push(...got.json.data.map(({ code }: { code: string }) => code));
        links.push(got.headers.has('Link'));
        assert.ok((got.headers.get('Link') ?? '').length <= 4_096);
        cursor = got.json.next;
      }
      assert.deepEqual(seen, codes);
      assert.deepEqual(links, [true, true, false, true, true]);
    });

    test('a cursor is read after a restart, and by every instance of a shared database', async (t) => {
      const { address } = await open(t);
      const first = await serve(market, {}, undefined, address, handlers);
      const key = await first.key(['all'], { shop: 'ours' });
      for (const title of ['a', 'b']) await first.ask('POST /items', { key, body: { title, open: false } });
      const { next } = await page(first, key, 'limit=1');
      const beside = address.startsWith('postgres')
        ? await serveIn(t, market, {}, undefined, address, handlers)
        : first;
      assert.deepEqual(titlesOf(await page(beside, key, `cursor=${next}`)), ['b']);
      await first.close();
      const restarted = await serveIn(t, market, {}, undefined, address, handlers);
      assert.deepEqual(titlesOf(await page(restarted, key, `cursor=${next}`)), ['b']);
      assert.equal((await page(restarted, key, 'limit=1')).next, next);
    });

    test('S49: values of any length make short cursors, by which a list gives each record once', async (t) => {
      const long = 'x'.repeat(30_000);
      const titles = ['a', `${long}a`, `${long}b`, `${long}b`, `${long}c open`, 'z'];
      const [served, key] = await opened(t, titles, false);
      for (const [query, expected] of [
        ['', titles],
        ['&sort=-title', titles.toReversed()],
      ] as const) {
        const seen: Page['data'][number][] = [];
        const prevs: (string | null)[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const of = cursor === '' ? '' : `&cursor=${cursor}`;
          const got = await served.ask(`GET /items?limit=1${query}${of}`, { key });
          assert.equal(got.status, 200, got.text);
          assert.ok((got.headers.get('Link') ?? '').length < 600, got.headers.get('Link')!);
          seen.push(...got.json.data);
          prevs.push(got.json.prev);
          cursor = got.json.next;
        }
        assert.deepEqual(
          seen.map(({ title }) => title),
          expected,
        );
        assert.equal(new Set(seen.map(({ id }) => id)).size, titles.length);
        for (const [at, prev] of prevs.entries()) {
          if (prev === null) continue;
          const back = await page(served, key, `limit=1${query}&cursor=${prev}`);
          assert.equal(back.data[0]!.id, seen[at - 1]!.id);
        }
      }
    });

    test('S49: a cursor at a long value is refused once its record was changed or deleted', async (t) => {
      const long = 'x'.repeat(30_000);
      const [served, key] = await opened(t, [`${long}1`, `${long}2`, `${long}3`], false);
      const [first, second] = (await page(served, key, 'limit=3')).data;
      const after = async (limit: number): Promise<string> => (await page(served, key, `limit=${limit}`)).next!;
      const [one, two] = [await after(1), await after(2)];
      assert.equal((await served.ask(`PATCH /items/${first!.id}`, { key, body: { title: `${long}0` } })).status, 200);
      assert.equal((await served.ask(`DELETE /items/${second!.id}`, { key })).status, 204);
      for (const cursor of [one, two]) {
        const got = await served.ask(`GET /items?limit=1&cursor=${cursor}`, { key });
        assert.equal(got.status, 422, got.text);
        const [error] = got.json.errors;
        assert.equal(error.parameter, 'cursor');
        assert.equal(
          error.message,
          'must be a cursor whose record was not changed or deleted since: begin with the first page',
        );
      }
      assert.deepEqual(titlesOf(await page(served, key, `limit=1&cursor=${await after(1)}`)), [`${long}3`]);
    });
  });
}

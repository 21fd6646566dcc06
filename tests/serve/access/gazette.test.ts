import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { readStream } from '../streams/streams.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { gazette } from './gazette.fixture.ts';

interface Store {
  list(name: string, asked: object): Promise<{ title: string }[]>;
  get(name: string, id: string): Promise<{ title: string } | undefined>;
}
const handlers = {
  async titles({ store, input }: { store: Store; input: { id: string } }) {
    const titles = (await store.list('Article', {})).map(({ title }) => title).toSorted();
    const got = (await store.get('Article', input.id))?.title;
    return got === undefined ? { titles } : { titles, got };
  },
};

/** Each article by its title, which is its slug too: its shop, its author, whether it is published. */
const articles = [
  ['north draft', 'north', 'Ada', false],
  ['north news', 'north', 'Ada', true],
  ['north other', 'north', 'Ben', false],
  ['south draft', 'south', 'Cy', false],
  ['south news', 'south', 'Cy', true],
] as const;
const all = articles.map(([title]) => title);
const published = ['north news', 'south news'];

/** Who calls, and the articles that they read. */
const readers = [
  ['nobody', undefined, [], published],
  ['a caller without a scope', 'north', [], published],
  ['an author', 'north', ['author'], ['north draft', ...published]],
  ['an editor', 'north', ['editor'], ['north draft', 'north news', 'north other', 'south news']],
  ['an editor who writes', 'south', ['editor', 'author'], ['north news', 'south draft', 'south news']],
] as const;

for (const [store, addressOf] of everyStore) {
  describe(`drafts are hidden from the public ${store}`, () => {
    let served: Served;
    const ids = new Map<string, string>();
    const comments = new Map<string, string>();
    const authors = new Map<string, string>();
    const told = ({ status, json }: Got): string => `${status} ${json?.code ?? 'ok'}`;
    const slug = (title: string): string => title.replace(' ', '-');

    before(async () => {
      served = await serve(gazette, { baseUrl: 'https://gazette.example' }, undefined, await addressOf(), handlers);
      for (const [title, shop, name, shown] of articles) {
        const key = authors.get(name) ?? (await served.key(['author'], { shop, name }));
        authors.set(name, key);
        const made = await served.ask('POST /articles', { key, body: { title, slug: slug(title) } });
        assert.equal(made.status, 201, made.text);
        ids.set(title, made.json.id);
        const said = await served.ask('POST /comments', { key, body: { article: made.json.id, text: title } });
        comments.set(title, said.json.id);
        if (shown) assert.equal((await served.ask(`POST /articles/${slug(title)}/publish`, { key })).status, 200);
      }
      await allNumbered(served.store);
    });
    after(() => served.close());

    for (const [who, shop, scopes, reads] of readers) {
      const keyOf = async (): Promise<string | undefined> =>
        shop === undefined ? undefined : served.key(scopes, { shop, name: shop === 'north' ? 'Ada' : 'Cy' });
      const expected = (title: string): string =>
        (reads as readonly string[]).includes(title) ? '200 ok' : '404 not_found';

      test(`${who} reads, lists, counts, filters and searches what the rows show`, async () => {
        const key = await keyOf();
        const listed = async (query: string): Promise<string[]> => {
          const got = await served.ask(`GET /articles${query}`, { key });
          assert.equal(got.json.count, got.json.data.length, `${query} counts what it shows`);
          return got.json.data.map((article: { title: string }) => article.title).sort();
        };
        assert.deepEqual(await listed(''), reads);
        for (const title of all) {
          assert.equal(told(await served.ask(`GET /articles/${slug(title)}`, { key })), expected(title), title);
          assert.deepEqual(
            await listed(`?title=${encodeURIComponent(title)}`),
            reads.filter((read) => read === title),
          );
        }
        assert.deepEqual(
          await listed('?q=draft'),
          reads.filter((read) => read.endsWith('draft')),
        );
        const first = (await served.ask('GET /articles?limit=1', { key })).json;
        assert.equal(first.data.length, 1);
        const rest = await served.ask(`GET /articles?cursor=${first.next}`, { key });
        assert.equal(rest.json.data.length, reads.length - 1);
      });

      test(`${who} refers to, embeds and finds by code what the rows show`, async () => {
        const key = await keyOf();
        const known = (title: string): boolean => (reads as readonly string[]).includes(title);
        for (const title of all) {
          const made = await served.ask('POST /comments', { key, body: { article: ids.get(title), text: 'more' } });
          assert.equal(told(made), known(title) ? '201 ok' : '422 invalid', title);
          const under = `/articles/${slug(title)}/comments`;
          const remark = await served.ask(`POST ${under}`, { key, body: { text: 'more' } });
          assert.equal(told(remark), known(title) ? '201 ok' : '404 not_found', title);
          assert.equal(told(await served.ask(`GET ${under}`, { key })), expected(title), title);
          const expanded = await served.ask(`GET /comments/${comments.get(title)}?expand=article`, { key });
          assert.equal(expanded.json.article.title, known(title) ? title : undefined);
          const found = await served.ask('POST /titles', { key, body: { id: ids.get(title) } });
          assert.deepEqual(found.json, { titles: reads, ...(known(title) ? { got: title } : {}) });
        }
        const said = (await served.ask('GET /comments', { key })).json as { article: { title?: string } }[];
        assert.deepEqual([...new Set(said.flatMap(({ article }) => article.title ?? []))].sort(), reads);
      });

      test(`${who} is told of the events that the rows show, in lists and streams`, async () => {
        const key = await keyOf();
        const own = scopes.some((scope) => scope === 'editor');
        const wanted = articles.flatMap(([title, of, , shown]) => [
          ...(own && of === shop ? [`article.written ${title}`] : []),
          ...(shown ? [`article.published ${title}`] : []),
        ]);
        type Event = { readonly id: string; readonly kind: string; readonly body: { readonly title: string } };
        const { data } = (await served.ask('GET /events', { key })).json as { data: Event[] };
        assert.deepEqual(
          data.map(({ kind, body }) => `${kind} ${body.title}`),
          wanted,
        );
        const stored = await served.store.events.after(0, 100);
        for (const { id } of stored) {
          const shown = data.some((event) => event.id === id);
          assert.equal(told(await served.ask(`GET /events/${id}`, { key })), shown ? '200 ok' : '404 not_found');
        }
        const stream = await readStream(fetch, `${served.address}/stream`, key, { 'Last-Event-ID': '0' });
        const blocks = await stream.events(data.length);
        stream.stop();
        const streamed = blocks.map((block) => JSON.parse(block.data!) as Event);
        assert.deepEqual(
          streamed.map(({ kind, body }) => [kind, body.title]),
          data.map(({ kind, body }) => [kind, body.title]),
        );
      });
    }

    test('nobody changes what the rows hide, before or after the change', async () => {
      assert.equal(told(await served.ask('POST /articles/north-draft/like')), '404 not_found');
      assert.equal(told(await served.ask('POST /articles/north-news/like')), '200 ok');
      assert.equal(told(await served.ask('POST /articles/north-news/withdraw')), '401 unauthenticated');
      assert.equal(
        told(await served.ask('PATCH /articles/north-news', { body: { title: 'x' } })),
        '401 unauthenticated',
      );
      const other = authors.get('Cy');
      assert.equal(told(await served.ask('DELETE /articles/north-draft', { key: other })), '404 not_found');
      assert.equal(told(await served.ask('DELETE /articles/north-news', { key: other })), '403 forbidden');
      assert.equal(told(await served.ask('POST /tips', { body: { kind: 'secret', text: 'x' } })), '403 forbidden');
      const tip = await served.ask('POST /tips', { body: { kind: 'open', text: 'x' } });
      assert.equal(told(tip), '201 ok');
      const path = `PATCH /tips/${tip.json.id}`;
      assert.equal(told(await served.ask(path, { body: { text: 'y' } })), '200 ok');
      assert.equal(told(await served.ask(path, { body: { kind: 'secret' } })), '403 forbidden');
      assert.deepEqual(
        (await served.ask('GET /tips')).json.map(({ kind }: { kind: string }) => kind),
        ['open'],
      );
    });

    test('a bad credential is refused where anyone may read', async () => {
      assert.equal(told(await served.ask('GET /articles/north-news', { key: 'key_bad' })), '401 unauthenticated');
    });
  });
}

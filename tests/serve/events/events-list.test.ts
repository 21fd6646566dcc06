import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { changed } from '../handlers/coded.fixture.ts';
import { planFor, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { telling } from './events.fixture.ts';

const handlers = {
  'remind Invoice': () => undefined,
  'split Invoice': () => undefined,
  owing: () => ({ customers: [], text: '' }),
  'close Invoice': () => undefined,
};

for (const [name, address] of everyStore) {
  describe(`the kept events ${name}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;

    before(async () => {
      served = await serve(telling, { baseUrl: 'https://shop.example' }, undefined, await address(), handlers);
      ours = await served.key(['read', 'write', 'hear'], { shop: 'a' });
      theirs = await served.key(['read', 'write', 'hear'], { shop: 'b' });
      for (const [shop, key] of [
        ['a', ours],
        ['b', theirs],
        ['a', ours],
        ['a', ours],
      ] as const) {
        const body = { name: `of ${shop}`, email: `${Math.random()}@x.example` };
        assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
      }
      await allNumbered(served.store);
    });
    after(() => served?.close());

    test('a caller is shown the events of its own records alone, page by page, oldest first', async () => {
      const first = await served.ask('GET /events?limit=2', { key: ours });
      assert.equal(first.status, 200);
      assert.deepEqual(
        // biome-ignore lint/suspicious/noExplicitAny: an answer
        first.json.data.map((event: any) => [event.kind, event.nth, event.body.name]),
        [
          ['customer.changed', 1, 'of a'],
          ['customer.changed', 3, 'of a'],
        ],
      );
      assert.match(first.json.data[0].id, /^evt_/);
      assert.match(first.json.data[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(first.json.more, true);
      const link = /^<https:\/\/shop\.example(\/events\?[^>]+)>; rel="next"$/.exec(first.headers.get('Link') ?? '');
      const next = link?.[1] ?? '';
      assert.ok(next.includes(`cursor=${first.json.next}`), String(first.headers.get('Link')));
      const second = await served.ask(`GET ${next}`, { key: ours });
      assert.deepEqual(
        second.json.data.map((event: { nth: number }) => event.nth),
        [4],
      );
      assert.equal(second.json.next, null);
      assert.equal(second.json.more, false);
      assert.equal(second.headers.get('Link'), null);
      const others = await served.ask('GET /events', { key: theirs });
      assert.deepEqual(
        others.json.data.map((event: { nth: number }) => event.nth),
        [2],
      );
    });

    test('a cursor of something else, and a page size that is none, are refused at their parameter', async () => {
      const wrong = await served.ask('GET /events?cursor=abc', { key: ours });
      assert.equal(wrong.status, 422);
      assert.equal(wrong.json.errors[0].parameter, 'cursor');
      const list = await served.ask('GET /customers?limit=1', { key: ours });
      assert.equal((await served.ask(`GET /events?cursor=${list.json.next}`, { key: ours })).status, 422);
      const { next } = (await served.ask('GET /events?limit=1', { key: ours })).json;
      for (const [key, status] of [
        [ours, 200],
        [theirs, 422],
      ] as const)
        assert.equal((await served.ask(`GET /events?cursor=${next}`, { key })).status, status);
      const size = await served.ask('GET /events?limit=0', { key: ours });
      assert.equal(size.json.errors[0].parameter, 'limit');
    });

    test('S49: a page ends at an event that it shows, unless thousands of others leave it empty', async (t) => {
      const { store } = served;
      const [mine, foreign] = [1, 2].map(async (nth) => (await store.events.after(nth - 1, 1))[0]!);
      const stored = [await mine, ...Array<Awaited<typeof foreign>>(12_000).fill(await foreign!), await mine];
      t.mock.method(store.events, 'after', (after: number, count: number) =>
        stored.slice(after, after + count).map((event, at) => ({ ...event!, sequence: after + at + 1 })),
      );
      const nths = [];
      const cursors = [];
      for (let cursor = ''; cursor !== 'null'; cursor = String(cursors.at(-1))) {
        const got = await served.ask(`GET /events?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, { key: ours });
        assert.equal(got.status, 200, got.text);
        nths.push(got.json.data.map(({ nth }: { nth: number }) => nth));
        cursors.push(got.json.next);
      }
      assert.deepEqual(nths, [[1], [], [12_002]]);
      assert.equal(cursors[0], (await served.ask('GET /events?limit=1', { key: ours })).json.next);
    });

    test('one event is read by its id; one of another tenant, and one that is not there, are not found', async () => {
      const [first] = (await served.ask('GET /events', { key: ours })).json.data;
      const got = await served.ask(`GET /events/${first.id}`, { key: ours });
      assert.equal(got.status, 200);
      assert.deepEqual(got.json, { id: first.id, kind: first.kind, body: first.body, v: null });
      assert.equal((await served.ask(`GET /events/${first.id}`, { key: theirs })).status, 404);
      assert.equal((await served.ask('GET /events/evt_none', { key: ours })).status, 404);
    });

    test('who has no scope for events is refused, with a credential and without', async () => {
      const reader = await served.key(['read'], { shop: 'a' });
      assert.equal((await served.ask('GET /events', { key: reader })).status, 403);
      assert.equal((await served.ask('GET /events')).status, 401);
    });

    test('the row rule is asked of the record as it was at the event, not as it is', async () => {
      const first = (await served.ask('GET /events', { key: ours })).json.data[0];
      const id = first.body.id;
      assert.equal((await served.ask(`DELETE /customers/${id}`, { key: ours })).status, 204);
      await allNumbered(served.store);
      assert.equal((await served.ask(`GET /events/${first.id}`, { key: ours })).status, 200);
      const last = await served.ask('GET /events?limit=3', { key: ours });
      assert.equal((await served.ask(`GET /events/${first.id}`, { key: theirs })).status, 404);
      assert.equal(last.json.data.length, 3);
    });
  });
}

test('the list and the reading of events are enforced; ways of paging that are not done are listed', () => {
  assert.deepEqual(findUnenforced(planFor(telling)), []);
  const offset = planFor(
    changed(telling, ['| cursor | cursor |\n\n### list Customer', '| from | offset |\n\n### list Customer']),
  );
  assert.match(findUnenforced(offset)[0]!.what, /list events: paging by offset/);
});

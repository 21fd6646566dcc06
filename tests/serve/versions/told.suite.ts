import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Outgoing, OutgoingResponse } from '../../../src/contracts/platform.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type Hooked, hookedService, storesFor } from '../deliveries/deliveries.fixture.ts';
import { readStream } from '../streams/streams.fixture.ts';
import { four, type ToldVersions, toldHandlers, toldVersions } from './told.fixture.ts';

export const url = 'https://receiver.example.com/hook';

export interface Open {
  readonly one: Hooked;
  /** The status that the receiver returns. */
  readonly receiver: { status: number };
  /** By the query of the address, the bodies that came to it. */
  of(name: string): readonly { readonly kind: string; readonly version: string; readonly data: object }[];
  /** By the query of the address, the kinds. */
  kinds(name: string): readonly string[];
  hook(name: string, version: string | undefined, more?: object, shop?: string): Promise<string>;
}

/** A caller of a version, or of none. */
export const as = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { 'Api-Version': version };

/** Opens services of documents over one store, one behind the other. */
export async function services(
  test: TestContext,
  open: OpenForTest,
): Promise<(document?: ToldVersions) => Promise<Open>> {
  const got: Outgoing[] = [];
  const receiver = { status: 204 };
  const receive = (request: Outgoing): OutgoingResponse => {
    // A delivery may come twice: its lease may end on a busy machine before its response is stored.
    const isRepeated = got.some(({ url: to, body }) => to === request.url && String(body) === String(request.body));
    if (receiver.status === 204 && !isRepeated) got.push(request);
    return receiver;
  };
  const targets = new Map([['partner_url', `${url}?partner`]]);
  // Which document makes the tables is the same: their records do not differ.
  const store = await storesFor(test, open, toldVersions());
  return async (told = {}) => {
    const document = toldVersions(told);
    const settings = told.rows === undefined ? {} : { webhookUrls: targets };
    const service = await hookedService(test, store, { document, receive, handlers: toldHandlers, settings });
    const of: Open['of'] = (name) =>
      got.filter((request) => request.url.endsWith(`?${name}`)).map(({ body }) => JSON.parse(body));
    return {
      one: service,
      receiver,
      of,
      kinds: (name) => of(name).map(({ kind }) => kind),
      async hook(name, version, more = {}, shop = 'north') {
        const made = await service.ask('POST /hooks', { url: `${url}?${name}`, ...more }, shop, as(version));
        assert.equal(made.status, 201, JSON.stringify(made.json));
        return `/hooks/${made.json.id}`;
      },
    };
  };
}

/** Makes a bill, changes it, and deletes it. */
export async function life({ one: service }: Open, shop = 'north'): Promise<string> {
  const made = await service.ask('POST /bills', { memo: 'a', cents: 100, tags: ['x'] }, shop, as('3'));
  assert.equal(made.status, 201, JSON.stringify(made.json));
  const path = `/bills/${made.json.id}`;
  assert.equal((await service.ask(`PATCH ${path}`, { cents: 200 }, shop, as('3'))).status, 200);
  assert.equal((await service.ask(`DELETE ${path}`, undefined, shop, as('3'))).status, 204);
  return made.json.id;
}

/** The tests of events that are told in the versions of those who are told, on one store. */
export function versionsToldSuite(name: string, open: OpenForTest): void {
  describe(`events in versions ${name}`, () => {
    test('a subscription is told in the version that it was made in, whoever made the event', async (t) => {
      const told = await (await services(t, open))();
      for (const version of ['1', '2', '3']) await told.hook(`north${version}`, version);
      await told.hook('north', undefined);
      await told.hook('south1', '1', {}, 'south');
      const subscribed = await told.one.ask('POST /subscribe', { url: `${url}?code` }, 'north', as('1'));
      assert.equal(subscribed.status, 200, JSON.stringify(subscribed.json));
      const bill = await life(told);
      await life(told, 'south');
      const rows: readonly (readonly [string, string, object, readonly string[]])[] = [
        ['north1', '1', { note: 'a', cents: '100' }, ['bill.made', 'bill.paid']],
        ['code', '1', { note: 'a', cents: '100' }, ['bill.made', 'bill.paid']],
        ['north2', '2', { note: 'a', cents: '100', tags: ['x'] }, ['bill.made', 'bill.paid', 'bill.dropped']],
        ['north3', '3', { memo: 'a', cents: 100, tags: ['x'] }, ['bill.made', 'bill.settled', 'bill.dropped']],
        ['north', '3', { memo: 'a', cents: 100, tags: ['x'] }, ['bill.made', 'bill.settled', 'bill.dropped']],
      ];
      const all = rows.reduce((count, [, , , kinds]) => count + kinds.length, 2);
      const came = (): number =>
        [...rows.map(([name]) => name), 'south1'].reduce((count, name) => count + told.of(name).length, 0);
      await told.one.until(() => came() === all, `${all} deliveries`);
      for (const [name, version, first, kinds] of rows) {
        const [made] = told.of(name);
        assert.deepEqual(made, { kind: 'bill.made', version, data: { id: bill, shop: 'north', ...first } }, name);
        assert.deepEqual(told.kinds(name), kinds, name);
      }
      assert.deepEqual(told.of('north2').at(-1)!.data, { id: bill, note: 'a' });
      assert.deepEqual(told.kinds('south1'), ['bill.made', 'bill.paid']);
      assert.equal((told.of('south1')[0]!.data as { readonly shop: string }).shop, 'south');
      const stored = await told.one.store.deliveries.list({ states: ['delivered'] }, 100);
      assert.deepEqual(new Set(stored.map(({ version }) => version)), new Set(['1', '2', '3']));
    });

    test('callers name events as their own version does, and those who come later leave the names that are there', async (t) => {
      const told = await (await services(t, open))();
      for (const [version, kind] of [
        ['1', 'bill.settled'],
        ['1', 'bill.dropped'],
        ['3', 'bill.paid'],
      ] as const) {
        const refused = await told.one.ask('POST /hooks', { url, kinds: ['bill.made', kind] }, 'north', as(version));
        assert.equal(refused.status, 422, `${version} ${kind}`);
        assert.equal(refused.json.errors?.[0]?.pointer ?? JSON.stringify(refused.json), '/kinds/1');
      }
      const first = await told.hook('first', '1', { kinds: ['bill.paid'] });
      await told.hook('newest', '3', { kinds: ['bill.settled'] });
      await told.hook('south', '2', { kinds: ['bill.paid', 'bill.dropped'] }, 'south');
      assert.equal((await told.one.ask(`PATCH ${first}`, { url: `${url}?moved` }, 'north', as('3'))).status, 200);
      const both = await told.one.ask(`PATCH ${first}`, { kinds: ['bill.paid', 'bill.dropped'] }, 'north', as('3'));
      assert.deepEqual([both.status, both.json.kinds], [200, ['bill.paid', 'bill.dropped']]);
      const other = await told.hook('other', '1');
      assert.equal((await told.one.ask(`PATCH ${other}`, { kinds: ['bill.settled'] }, 'north', as('3'))).status, 200);
      await life(told);
      await told.one.until(
        () => told.kinds('newest').length + told.kinds('moved').length + told.kinds('other').length >= 3,
      );
      await life(told, 'south');
      await told.one.until(() => told.kinds('south').length === 2);
      assert.deepEqual(told.kinds('moved'), ['bill.paid']);
      assert.deepEqual(told.kinds('other'), ['bill.paid']);
      assert.deepEqual(told.kinds('newest'), ['bill.settled']);
      assert.deepEqual(told.kinds('south'), ['bill.paid', 'bill.dropped']);
    });

    test('a subscription stays in its version when the document gets another, and is told in the oldest one when its own is gone', async (t) => {
      const next = await services(t, open);
      const before = await next();
      await before.hook('one', '1', { kinds: ['bill.paid'] });
      await before.hook('three', '3', { kinds: ['bill.settled'] });
      await before.hook('south', '3', {}, 'south');
      await before.one.close();
      const told = await next(four);
      await told.hook('now', undefined);
      await life(told);
      await life(told, 'south');
      await told.one.until(() => ['one', 'three', 'south', 'now'].flatMap(told.kinds).length === 8);
      assert.deepEqual(told.kinds('three'), ['bill.settled']);
      assert.deepEqual(told.kinds('south'), ['bill.made', 'bill.settled', 'bill.dropped']);
      assert.deepEqual(told.kinds('now'), ['bill.made', 'bill.closed', 'bill.dropped']);
      assert.deepEqual(
        told.of('one').map(({ kind, version }) => `${kind} ${version}`),
        ['bill.paid 2'],
      );
      assert.equal(told.one.logged.filter((line) => line.includes('no longer served')).length, 1);
      assert.match(told.one.logged.find((line) => line.includes('no longer served'))!, /"version":"1","instead":"2"/);
    });

    test('a subscription of which no version is known gets that of requests that name none, and keeps it', async (t) => {
      const next = await services(t, open);
      const none = await next({ versions: '' });
      await none.hook('old', undefined);
      await none.hook('south', undefined, {}, 'south');
      await none.one.close();
      const second = await next({ absent: '2' });
      await life(second);
      await second.one.until(() => second.kinds('old').length === 3);
      await second.one.close();
      const third = await next({ absent: '1' });
      await life(third);
      await life(third, 'south');
      await third.one.until(() => third.kinds('old').length === 6 && third.kinds('south').length === 2);
      assert.deepEqual(third.kinds('old').slice(3), ['bill.made', 'bill.paid', 'bill.dropped']);
      assert.deepEqual(third.kinds('south'), ['bill.made', 'bill.paid']);
    });

    test('an address of the settings is told in the version of requests that name none', async (t) => {
      const rows = '| webhook | setting partner_url | bill.made, bill.settled | cloudevents 1.0 | |\n';
      const next = await services(t, open);
      const told = await next({ absent: '1', rows });
      await life(told);
      await life(told, 'south');
      await told.one.until(() => told.of('partner').length === 4);
      const came = told.of('partner') as unknown as readonly { readonly type: string; readonly data: object }[];
      assert.deepEqual(came.map(({ type }) => type).toSorted(), ['bill.made', 'bill.made', 'bill.paid', 'bill.paid']);
      for (const { data } of came) assert.ok('note' in data && !('memo' in data), JSON.stringify(data));
    });

    test('from its sunset on a version is gone: requests and streams end, subscriptions go on in the oldest served version', async (t) => {
      const next = await services(t, open);
      const soon = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
      const versions = `| 3 | current | | |\n| 2 | supported | | |\n| 1 | deprecated | ${soon} | gone |`;
      const rows = '| webhook | setting partner_url | bill.made, bill.settled | cloudevents 1.0 | |\n';
      const told = await next({ columns: ' Sunset | After sunset |', versions, rows, absent: '1' });
      const { one: service } = told;
      const { clock } = service;
      for (const shop of ['north', 'south']) await told.hook(shop, '1', {}, shop);
      const openStream = async (shop: string, version: string) => {
        const stream = await readStream(service.send, 'http://localhost/stream', await service.key(shop), as(version));
        t.after(() => stream.stop());
        return stream;
      };
      const [older, other, newer] = [
        await openStream('north', '1'),
        await openStream('south', '1'),
        await openStream('north', '2'),
      ];
      await life(told);
      await life(told, 'south');
      await service.until(
        () => told.kinds('north').length + told.kinds('south').length + told.kinds('partner').length === 8,
      );
      await service.until(() => older.blocks.length === 2 && other.blocks.length === 2 && newer.blocks.length === 3);
      await clock.advance(Date.parse(soon) - 1 - clock.now);
      const asked = ['1', undefined, '2'].flatMap((version) => ['north', 'south'].map((shop) => ({ version, shop })));
      const statuses = (): Promise<readonly number[]> =>
        Promise.all(
          asked.map(
            async ({ version, shop }) => (await service.ask('GET /events', undefined, shop, as(version))).status,
          ),
        );
      assert.deepEqual(await statuses(), [200, 200, 200, 200, 200, 200]);
      clock.now++;
      // The clock alone has moved: nothing that waits for it has run.
      assert.deepEqual(await statuses(), [410, 410, 410, 410, 200, 200]);
      const refused = await service.ask('GET /events', undefined, 'south', as('1'));
      assert.equal(
        refused.json.errors?.[0]?.message,
        '1 is no longer supported: must be 3 or 2',
        JSON.stringify(refused),
      );
      await life(told);
      await life(told, 'south');
      // The clock stands still otherwise, and a stream that is behind waits for it.
      let ended = 0;
      for (const stream of [older, other]) void stream.ended.then(() => ended++);
      await service.until(() => newer.blocks.length === 6 && ended === 2, 'the end of both streams');
      assert.deepEqual(await Promise.all([older.ended, other.ended]), ['in order', 'in order']);
      assert.deepEqual([older.blocks.length, other.blocks.length], [2, 2]);
      assert.equal((await openStream('north', '1')).status, 410);
      await service.until(
        () => told.kinds('north').length + told.kinds('south').length + told.kinds('partner').length === 18,
      );
      for (const shop of ['north', 'south']) {
        const versionsOf = told.of(shop).map(({ kind, version }) => `${kind} ${version}`);
        const [before, after] = [versionsOf.slice(0, 2), versionsOf.slice(2)];
        assert.deepEqual(before, ['bill.made 1', 'bill.paid 1']);
        assert.deepEqual(after, ['bill.made 2', 'bill.paid 2', 'bill.dropped 2']);
      }
      assert.equal(service.logged.filter((line) => line.includes('no longer served')).length, 1);
    });

    test('streams, lists and single events are in the version of their request', async (t) => {
      const told = await (await services(t, open))();
      const streams = await Promise.all(
        ['1', '2', '3'].map(async (version) =>
          readStream(told.one.send, 'http://localhost/stream', await told.one.key('north'), as(version)),
        ),
      );
      t.after(() => {
        for (const stream of streams) stream.stop();
      });
      await life(told, 'south');
      const bill = await life(told);
      const [one, two, three] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]];
      await told.one.until(() => one.blocks.length === 2 && two.blocks.length === 3 && three.blocks.length === 3);
      const kinds = [
        ['bill.made', 'bill.paid'],
        ['bill.made', 'bill.paid', 'bill.dropped'],
        ['bill.made', 'bill.settled', 'bill.dropped'],
      ];
      for (const [at, version] of ['1', '2', '3'].entries()) {
        const { blocks } = streams[at]!;
        assert.deepEqual(
          blocks.map(({ event }) => event),
          kinds[at],
        );
        const texts = blocks.map(({ data }) => JSON.parse(data!));
        assert.deepEqual(
          texts.map(({ type }) => type),
          kinds[at],
        );
        assert.deepEqual(texts[1].data.cents, version === '3' ? 200 : '200');
        const list = await told.one.ask('GET /events', undefined, 'north', as(version));
        assert.deepEqual(
          list.json.data.map((shown: { readonly kind: string }) => shown.kind),
          kinds[at],
        );
        const [first] = list.json.data;
        const name = version === '3' ? 'memo' : 'note';
        assert.deepEqual([first.version, first.data.id, first.data[name]], [version, bill, 'a']);
        const read = await told.one.ask(`GET /events/${first.id}`, undefined, 'north', as(version));
        assert.deepEqual([read.json.kind, read.json.data[name]], ['bill.made', 'a']);
      }
      const all = await told.one.ask('GET /events', undefined, 'north', as('3'));
      const dropped = all.json.data.at(-1).id;
      assert.equal((await told.one.ask(`GET /events/${dropped}`, undefined, 'north', as('1'))).status, 404);
      assert.equal((await told.one.ask(`GET /events/${dropped}`, undefined, 'north', as('2'))).status, 200);
    });
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { parted } from './parted.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`fields that were split and joined, for older callers ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    before(async () => {
      served = await serve(parted, {}, undefined, await address());
      for (const shop of ['north', 'south', 'east', 'west']) keys.set(shop, await served.key(['clerk'], { shop }));
    });
    after(() => served.close());

    const ask = (line: string, version: string, body?: unknown, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys.get(shop)!, body, headers: { V: version } });
    const jsonPatch = (path: string, version: string, operations: readonly object[]): Promise<Got> => {
      const headers = { V: version, 'content-type': 'application/json-patch+json' };
      return served.ask(`PATCH ${path}`, { key: keys.get('north')!, text: JSON.stringify(operations), headers });
    };
    const made = async (body: object, version: string, shop?: string): Promise<string> => {
      const got = await ask('POST /trips', version, body, shop);
      assert.equal(got.status, 201, got.text);
      return `/trips/${got.json.id}`;
    };
    const shown = async (path: string, version = '3', shop?: string): Promise<Record<string, unknown>> => {
      const {
        id: _,
        shop: __,
        source: ___,
        speed: ____,
        ...rest
      } = (await ask(`GET ${path}`, version, undefined, shop)).json;
      return rest;
    };
    /** The payload of the last event of a kind, when there are so many. */
    const told = async (kind: string, version: string, shop: string, count: number): Promise<object> => {
      for (let i = 0; ; i++) {
        const { data } = (await ask('GET /events', version, undefined, shop)).json;
        const all = data.filter((event: { kind: string }) => event.kind === kind);
        if (all.length >= count || i === 100) return all.at(-1).data;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const wrong = ({ status, text, json }: Got): readonly string[] => {
      assert.equal(status, 422, text);
      return json.errors.map((error: { pointer?: string; parameter?: string }) => error.pointer ?? error.parameter);
    };

    test('a field that was split is read, created and changed as one', async () => {
      const path = await made({ duration: 130, first: 'Ada' }, '1');
      assert.deepEqual(await shown(path), { hours: 2, rest: 10, driver: 'Ada' });
      assert.deepEqual(await shown(path, '2'), { hours: 2, minutes: 10, driver: 'Ada' });
      assert.deepEqual(await shown(path, '1'), { duration: 130, first: 'Ada' });
      assert.equal((await ask(`GET ${path}`, '3')).json.source, 'older');
      assert.equal((await ask(`PATCH ${path}`, '1', { duration: 61 })).status, 200);
      assert.deepEqual(await shown(path), { hours: 1, rest: 1, driver: 'Ada' });
      assert.equal((await jsonPatch(path, '1', [{ op: 'replace', path: '/duration', value: 62 }])).status, 200);
      assert.deepEqual(await shown(path), { hours: 1, rest: 2, driver: 'Ada' });
      assert.equal((await ask(`PUT ${path}`, '1', { duration: 63, first: 'Bea' })).status, 200);
      assert.deepEqual(await shown(path), { hours: 1, rest: 3, driver: 'Bea' });
      assert.equal((await ask(`PATCH ${path}`, '3', { source: 'new' })).status, 200);
      assert.equal((await ask(`PUT ${path}`, '1', { duration: 64, first: 'Bea' })).status, 200);
      assert.equal((await ask(`GET ${path}`, '3')).json.source, 'new');
      assert.equal((await ask(`PATCH ${path}`, '1', { duration: 5 }, 'south')).status, 404);
    });

    test('fields that were joined are read, created and changed one by one', async () => {
      const path = await made({ duration: 5, first: 'Ada', last: 'Lake' }, '1', 'south');
      const south = (version?: string) => shown(path, version, 'south');
      const patch = async (body: object) => assert.equal((await ask(`PATCH ${path}`, '1', body, 'south')).status, 200);
      assert.deepEqual(await south(), { hours: 0, rest: 5, driver: 'Ada Lake', nick: 'Lake' });
      await patch({ last: 'Hill', first: 'Ada' });
      assert.deepEqual(await south(), { hours: 0, rest: 5, driver: 'Ada Hill', nick: 'Hill' });
      await patch({ last: null, first: 'Bo' });
      assert.deepEqual(await south(), { hours: 0, rest: 5, driver: 'Bo' });
      assert.deepEqual(await south('1'), { duration: 5, first: 'Bo' });
      await patch({ last: 'Pool' });
      assert.deepEqual(await south(), { hours: 0, rest: 5, driver: 'Bo Pool', nick: 'Pool' });
      await patch({ last: null });
      assert.deepEqual(await south(), { hours: 0, rest: 5, driver: 'Bo Pool' });
    });

    test('what is wrong is told at the older field', async () => {
      assert.deepEqual(wrong(await ask('POST /trips', '1', { duration: 6000, first: 'Ada' })), ['/duration']);
      assert.deepEqual(wrong(await ask('POST /trips', '1', { duration: 1, first: 'Ada', hours: 1 })), ['/hours']);
      assert.deepEqual(wrong(await ask('POST /trips', '1', { first: 'Ada' })), ['/duration']);
      const path = await made({ duration: 1, first: 'Ada' }, '1');
      assert.deepEqual(wrong(await ask(`PATCH ${path}`, '1', { duration: 6000 })), ['/duration']);
      const sent = { legs: [{ to: 'a', minutes: 1, hours: 1 }] };
      assert.deepEqual(wrong(await ask(`PATCH ${path}`, '1', sent)), ['/legs/0/hours']);
    });

    test('inside objects, parts that were not changed stay', async () => {
      const legs = [
        { to: 'a', minutes: 61 },
        { to: 'b', minutes: 5 },
      ];
      const path = await made({ duration: 1, first: 'Ada', legs }, '1');
      const [a, b] = (await shown(path)).legs as [object, object];
      assert.deepEqual(
        [a, b],
        [
          { to: 'a', hours: 1, rest: 1 },
          { to: 'b', hours: 0, rest: 5 },
        ],
      );
      assert.equal(
        (
          await ask(`PATCH ${path}`, '3', {
            legs: [
              { ...a, note: 'x' },
              { ...b, hours: -1, rest: 65 },
            ],
          })
        ).status,
        200,
      );
      assert.deepEqual((await shown(path, '1')).legs, legs);
      assert.equal((await ask(`PATCH ${path}`, '1', { legs: [{ to: 'a', minutes: 90 }, legs[1]] })).status, 200);
      assert.deepEqual((await shown(path)).legs, [
        { to: 'a', hours: 1, rest: 30, note: 'x' },
        { to: 'b', hours: -1, rest: 65 },
      ]);
    });

    test('flat fields that became an object are read and changed one by one, and the rest of it stays', async () => {
      const path = await made({ duration: 1, first: 'Ada', street: 'a 1', town: 'b' }, '1');
      const place = async (version = '3') => (await shown(path, version)).place;
      const patch = async (body: object) => assert.equal((await ask(`PATCH ${path}`, '1', body)).status, 200);
      assert.deepEqual(await place(), { street: 'a 1', town: 'b', country: 'DE' });
      assert.equal((await ask(`PATCH ${path}`, '3', { place: { country: 'FR' } })).status, 200);
      await patch({ street: 'c 2' });
      assert.deepEqual(await place(), { street: 'c 2', town: 'b', country: 'FR' });
      await patch({ town: null });
      assert.deepEqual(await place(), { street: 'c 2', country: 'FR' });
      assert.equal((await jsonPatch(path, '1', [{ op: 'add', path: '/town', value: 'd' }])).status, 200);
      assert.deepEqual(await place(), { street: 'c 2', town: 'd', country: 'FR' });
      assert.deepEqual(wrong(await ask(`PATCH ${path}`, '1', { town: 'ten letters' })), ['/town']);
      const whole = { duration: 1, first: 'Ada', street: 'e 3' };
      assert.equal((await ask(`PUT ${path}`, '1', whole)).status, 200);
      assert.deepEqual(await place(), { street: 'e 3', country: 'FR' });
      assert.deepEqual(await shown(path, '1'), whole);
      await patch({ street: null });
      assert.equal(await place(), undefined);
      assert.deepEqual(wrong(await ask('POST /trips', '1', { duration: 1, first: 'Ada', town: 'b' })), ['/street']);
    });

    test('an object that became flat fields, and texts that became objects', async () => {
      const phones = ['1', '2'];
      const path = await made({ duration: 1, first: 'Ada', size: { wide: 2, high: 3 }, phones }, '1');
      const { wide, high, phones: now } = await shown(path);
      const [one, two] = phones.map((digits) => ({ digits, kind: 'home' }));
      assert.deepEqual([wide, high, now], [2, 3, [one, two]]);
      assert.equal(
        (await ask(`PATCH ${path}`, '3', { high: null, phones: [one, { ...two, kind: 'work' }] })).status,
        200,
      );
      assert.deepEqual((await shown(path, '1')).size, { wide: 2 });
      assert.equal((await ask(`PATCH ${path}`, '1', { size: { high: 5 } })).status, 200);
      assert.deepEqual((await shown(path)).phones, [one, { ...two, kind: 'work' }]);
      assert.deepEqual((await shown(path, '1')).size, { wide: 2, high: 5 });
      assert.equal((await ask(`PATCH ${path}`, '1', { size: null })).status, 200);
      assert.deepEqual(await shown(path, '1'), { duration: 1, first: 'Ada', phones });
      assert.equal((await ask(`PATCH ${path}`, '1', { phones: ['2', '3'] })).status, 200);
      assert.deepEqual((await shown(path)).phones, [
        { ...two, kind: 'work' },
        { digits: '3', kind: 'home' },
      ]);
    });

    test('filters and events follow', async () => {
      const ids = async (query: string, version: string): Promise<number> =>
        (await ask(`GET /trips?${query}`, version, undefined, 'south')).json.data?.length;
      await made({ duration: 600, first: 'Far' }, '1', 'south');
      const all = await ids('', '1');
      assert.equal(await ids('within=599', '1'), all - 1);
      assert.equal(await ids('within=600', '1'), all);
      assert.equal(await ids('longest=9', '3'), all - 1);
      assert.deepEqual(Object.entries(await told('trip.changed', '1', 'south', 5)), [
        ['duration', 5],
        ['first', 'Bo Pool'],
      ]);
    });

    test('a list is in the order of its version, page by page', async () => {
      for (const [driver, hours, minutes, speed] of [
        ['Ada', 1, 10, 'quick'],
        ['Cy', 2, 20, 'slow'],
        ['Bo', 3, 10, 'slow'],
      ]) {
        const body = { driver, hours, minutes, speed, source: 'x' };
        assert.equal((await ask('POST /trips', '2', body, 'west')).status, 201);
      }
      const drivers = async (version: string): Promise<readonly string[]> => {
        const found: Record<string, string>[] = [];
        for (let query = '?limit=1'; query !== ''; ) {
          const { data, next } = (await ask(`GET /trips${query}`, version, undefined, 'west')).json;
          found.push(...data);
          query = next == null ? '' : `?limit=1&cursor=${next}`;
        }
        assert.equal(new Set(found.map(({ id }) => id)).size, 3);
        return found.map(({ driver, first }) => driver ?? first!);
      };
      assert.deepEqual(await drivers('3'), ['Cy', 'Bo', 'Ada']);
      assert.deepEqual(await drivers('2'), ['Bo', 'Ada', 'Cy']);
      const ids = (await ask('GET /trips', '1', undefined, 'west')).json.data.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids, ids.toSorted());
    });

    test('a field that a payload shows by an expression, and one of the record before, is as each version shows it', async () => {
      const path = await made({ duration: 1, first: 'Ada', phones: ['1'], speed: 'quick' }, '1', 'east');
      const last = (version: string) => told('trip.timed', version, 'east', 1);
      assert.equal((await ask(`PATCH ${path}`, '3', { speed: 'slow', phones: [] }, 'east')).status, 200);
      const now = { was: 'fast', now: 'slow', told: 'is slow', phones: [{ digits: '1', kind: 'home' }] };
      assert.deepEqual(await last('3'), now);
      assert.deepEqual(await last('2'), { ...now, was: 'quick' });
      assert.deepEqual(await last('1'), { ...now, was: 'quick', phones: ['1'] });
    });
  });
}

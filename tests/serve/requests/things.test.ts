import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { things } from './things.fixture.ts';

const patches = { 'Content-Type': 'application/json-patch+json' };
const handlers = {
  // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
  'copy Profile': ({ input, store }: any) =>
    store.asService.create('Profile', { id: input.to, shop: 'south', nick: 'copied' }),
};

for (const [store, address] of everyStore) {
  describe(`odd things ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;

    const ask = (line: string, body?: unknown, key = north, headers = {}): Promise<Got> =>
      served.ask(line, { key, headers, ...(body === undefined ? {} : { body }) });
    const made = async (body: object, key = north): Promise<string> => (await ask('POST /things', body, key)).json.id;

    before(async () => {
      served = await serve(things, {}, undefined, await address(), handlers);
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
    });
    after(() => served.close());

    test('a record that refers to itself is deleted, whatever the reference says', async () => {
      for (const field of ['parent', 'friend', 'twin']) {
        const id = await made({ name: field });
        assert.equal((await ask(`PATCH /things/${id}`, { [field]: id })).status, 200);
        assert.equal((await ask(`DELETE /things/${id}`)).status, 204, field);
      }
      const one = await made({ name: 'one' });
      const two = await made({ name: 'two', parent: one });
      await ask(`PATCH /things/${one}`, { parent: two });
      assert.equal((await ask(`DELETE /things/${one}`)).json.code, 'referenced');
      assert.equal((await ask(`PATCH /things/${one}`, { parent: null })).status, 200);
      assert.equal((await ask(`DELETE /things/${one}`)).status, 204);
    });

    test('a deletion follows references as far as they lead, in its own tenant', async () => {
      const first = await made({ name: 'level 0' });
      const other = await made({ name: 'level 0' }, south);
      let last = first;
      for (let level = 1; level < 50; level++) last = await made({ name: `level ${level}`, parent: last });
      assert.equal((await ask(`DELETE /things/${first}`)).status, 204);
      assert.equal((await ask(`GET /things/${last}`)).status, 404);
      assert.equal((await ask(`GET /things/${other}`, undefined, south)).status, 200);
    });

    test('numbers are counted for each value of what is worked out, and as 64-bit integers', async () => {
      const placed = async (name: string): Promise<number> => (await ask('POST /things', { name }, south)).json.place;
      const others = await placed('c1');
      assert.deepEqual(
        [await placed('a1'), await placed('a2'), await placed('c2'), await placed('a3')],
        [1, 2, others + 1, 3],
      );
      const id = await made({ name: 'counted' });
      assert.equal((await ask(`POST /things/${id}/count`)).json.number, 2);
      assert.equal((await ask(`POST /things/${id}/count`)).json.number, 3);
    });

    test('a parameter takes several values with commas between, and their constraints hold', async () => {
      const id = await made({ name: 'tagged', kind: 'overdue' });
      assert.deepEqual((await ask(`POST /things/${id}/tag?words=x,zz`)).json.tags, ['x', 'zz']);
      assert.deepEqual((await ask(`POST /things/${id}/tag`)).json.tags, ['x', 'y']);
      for (const words of ['x,longer', 'x,a,b,c']) {
        assert.equal((await ask(`POST /things/${id}/tag?words=${words}`)).json.code, 'invalid', words);
      }
      assert.deepEqual((await ask('GET /things?kind=overdue')).json, [{ name: 'tagged' }]);
      assert.deepEqual((await ask('GET /things?kind=overdue', undefined, south)).json, []);
      assert.deepEqual((await ask('GET /things?kind=red,overdue')).json, [{ name: 'tagged' }]);
      for (const query of ['kind=red,red', 'kind=red,overdue,red', 'skip=-1', 'skip=51', 'limit=1', 'limit=11']) {
        assert.equal((await ask(`GET /things?${query}`)).json.code, 'invalid', query);
      }
    });

    test('what only the service gives inside an object stays when the object is patched or replaced', async () => {
      const id = await made({ name: 'kept', more: { note: 'a' } });
      assert.deepEqual((await ask(`POST /things/${id}/count`)).json.more, { note: 'a', by: 'north' });
      const patch = (operations: object) => ask(`PATCH /things/${id}`, operations, north, patches);
      const tried = [
        { op: 'test', path: '/more/by', value: 'north' },
        { op: 'replace', path: '/more/note', value: 'b' },
      ];
      assert.deepEqual((await patch(tried)).json.more, { note: 'b', by: 'north' });
      assert.equal((await patch([{ op: 'replace', path: '/more/by', value: 'me' }])).json.code, 'invalid');
      const replaced = await ask(`PUT /things/${id}`, { name: 'kept', more: { note: 'c' } });
      assert.deepEqual(replaced.json.more, { note: 'c', by: 'north' });
      assert.equal((await ask(`PATCH /things/${id}`, tried, south, patches)).status, 404);
    });

    test('a field may have a name that every object inherits, and be left out', async () => {
      const thing = (await ask('POST /things', { name: 'plain' })).json as Record<string, unknown>;
      const { id } = thing;
      assert.deepEqual([thing.constructor, thing.valueOf], [Object, 'v']);
      const read = async (): Promise<string> => (await ask(`GET /things/${id}`)).text;
      assert.match(await read(), /"valueOf":"v"}$/);
      assert.match(
        (await ask(`PATCH /things/${id}`, { constructor: 'c', valueOf: null })).text,
        /"constructor":"c","valueOf":null}$/,
      );
      assert.match((await ask(`PATCH /things/${id}`, { constructor: null })).text, /"twin":null,"valueOf":null}$/);
      assert.match(
        (await ask(`PUT /things/${id}`, { name: 'plain', constructor: 'd' })).text,
        /"constructor":"d","valueOf":"v"}$/,
      );
      assert.match((await ask(`PUT /things/${id}`, { name: 'plain' })).text, /"twin":null,"valueOf":"v"}$/);
      const theirs = await made({ name: 'plain', constructor: 'e' }, south);
      assert.match((await ask(`GET /things/${theirs}`, undefined, south)).text, /"constructor":"e","valueOf":"v"}$/);
    });

    test('moments in seconds are the service’s own, and 64-bit defaults have all their digits', async () => {
      const now = Math.floor(served.platform.now() / 1000);
      const thing = await made({ name: 'timed' });
      const clock = await ask('POST /clocks', { face: {}, thing });
      assert.equal(clock.status, 201, clock.text);
      const { id, made: at, changed } = clock.json;
      assert.ok(at >= now && at < now + 60 && changed === at, clock.text);
      assert.match(clock.text, /"ticks":9007199254740993,"face":{"ticks":9007199254740995}/);
      assert.equal((await ask(`PATCH /clocks/${id}`, { ticks: 1 })).json.changed >= at, true);
      assert.equal((await ask(`PATCH /clocks/${id}`, { changed: 1 })).status, 422);
      assert.equal((await ask(`DELETE /things/${thing}`)).status, 204);
      assert.deepEqual(Object.keys((await ask(`GET /clocks/${id}`)).json), [
        'id',
        'shop',
        'made',
        'changed',
        'ticks',
        'face',
      ]);
      assert.equal((await ask(`GET /clocks/${id}`, undefined, south)).status, 404);
      assert.equal((await ask('POST /clocks', {}, south)).json.shop, 'south');
    });

    test('a text that the database cannot find by an index is invalid input, or kept as it is', async () => {
      const long = Array.from({ length: 6000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join(
        '',
      );
      const got = await ask('POST /things', { name: long });
      if (got.status === 201) assert.equal((await ask(`GET /things/${got.json.id}`)).json.name, long);
      else assert.deepEqual([got.json.code, got.json.errors[0].pointer], ['invalid', '/name']);
      assert.equal(got.status, store === 'on SQLite' ? 201 : 422);
      assert.equal(
        (await ask(`PATCH /things/${await made({ name: 'short' }, south)}`, { name: long }, south)).status,
        store === 'on SQLite' ? 200 : 422,
      );
    });

    test('an identity that is the caller’s is given by a path only where both are one', async () => {
      const own = 'subject-1';
      assert.equal((await ask(`PUT /profiles/${own}`, { nick: 'n' })).status, 201);
      assert.equal((await ask(`PUT /profiles/${own}`, { nick: 'n' })).status, 200);
      assert.equal((await ask('PUT /profiles/somebody', { nick: 'n' })).status, 403);
      assert.equal((await ask(`PUT /profiles/${own}`, { nick: 'n' }, south)).status, 409);
    });

    test('a hidden record is the same to who would create it, gone or not', async () => {
      const own = 'subject-1';
      await ask(`PUT /profiles/${own}`, { nick: 'n' });
      assert.equal((await ask(`DELETE /profiles/${own}`)).status, 204);
      assert.equal((await ask(`PUT /profiles/${own}`, { nick: 'n' })).status, 410);
      assert.equal((await ask(`PUT /profiles/${own}`, { nick: 'n' }, south)).json.code, 'taken');
    });

    test('code gives as the service what is else the caller’s', async () => {
      const mine = await served.key(['all'], { shop: 'north' });
      assert.equal((await ask('PUT /profiles/subject-3', { nick: 'n' }, mine)).status, 201);
      const copied = await ask('POST /profiles/subject-3/copy', { to: 'copy' }, mine);
      assert.deepEqual(copied.json, { id: 'copy', shop: 'south', status: 'here', nick: 'copied' });
      assert.equal((await ask('GET /profiles/copy', undefined, mine)).status, 404);
      assert.equal((await ask('GET /profiles/copy', undefined, south)).json.nick, 'copied');
    });
  });
}

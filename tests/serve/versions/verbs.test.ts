import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { verbs } from './verbs.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`what may be left out, which values there are, and codes, for older callers ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    let told: unknown;
    const handlers = {
      // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
      'weigh Parcel': ({ input, record, store: own, refuse }: any) => {
        told = input;
        if (input.weight < 1) throw refuse('too_light');
        return own.update('Parcel', record.id, { grams: input.weight });
      },
    };
    before(async () => {
      served = await serve(verbs, {}, undefined, await address(), handlers);
      for (const shop of ['north', 'south', 'east']) keys.set(shop, await served.key(['clerk'], { shop }));
    });
    after(() => served.close());

    const ask = (line: string, version: string, body?: unknown, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys.get(shop)!, body, headers: { V: version } });
    const put = async (body: object, version = '1', shop = 'north'): Promise<string> => {
      const path = `/parcels/${randomUUID()}`;
      const got = await ask(`PUT ${path}`, version, body, shop);
      assert.equal(got.status, 201, got.text);
      return path;
    };
    const shown = async (path: string, version: string): Promise<Record<string, unknown>> => {
      const { id: _, shop: __, ...rest } = (await ask(`GET ${path}`, version)).json;
      return rest;
    };
    const wrong = async (line: string, version: string, body?: unknown): Promise<readonly string[]> => {
      const got = await ask(line, version, body);
      assert.equal(got.status, 422, got.text);
      return got.json.errors.map((error: { pointer?: string; parameter?: string }) => error.pointer ?? error.parameter);
    };

    test('what is required now is given for older callers, and what was required then is still asked of them', async () => {
      const path = await put({ note: 'abc' });
      assert.deepEqual(await shown(path, '2'), { due_on: '2026-12-31', note: 'abc', speed: 'slow', status: 'packed' });
      assert.deepEqual(await wrong(`PUT /parcels/${randomUUID()}`, '1', {}), ['/note']);
      assert.deepEqual(await wrong(`PUT /parcels/${randomUUID()}`, '2', { note: 'abc' }), ['/due_on']);
      const bare = await put({ due_on: '2027-01-01' }, '2');
      assert.equal((await shown(bare, '1')).note, 'none');
      assert.equal(Object.hasOwn(await shown(bare, '2'), 'note'), false);
      assert.equal((await ask(`GET ${bare}`, '1', undefined, 'south')).status, 404);
    });

    test('an older default is stored, and an older constraint holds first', async () => {
      assert.equal((await shown(await put({ note: 'a' }), '2')).speed, 'slow');
      assert.equal((await shown(await put({ due_on: '2027-01-01' }, '2'), '2')).speed, 'fast');
      assert.deepEqual(await wrong(`PUT /parcels/${randomUUID()}`, '1', { note: 'abcde' }), ['/note']);
      const path = await put({ due_on: '2027-01-01', note: 'abcde' }, '2');
      assert.equal((await shown(path, '1')).note, 'abcde');
      assert.deepEqual(await wrong(`PATCH ${path}`, '1', { note: 'edcba' }), ['/note']);
      assert.equal((await ask(`PATCH ${path}`, '1', { due_on: '2027-02-02' })).status, 200);
      assert.equal((await shown(path, '2')).note, 'abcde');
    });

    test('a value that went is taken of older callers alone', async () => {
      const path = await put({ note: 'a', speed: 'express' });
      assert.equal((await shown(path, '2')).speed, 'fast');
      assert.equal((await shown(path, '1')).speed, 'fast');
      assert.deepEqual(await wrong(`PATCH ${path}`, '2', { speed: 'express' }), ['/speed']);
      assert.equal((await ask(`PATCH ${path}`, '1', { speed: 'slow' })).json.speed, 'slow');
      assert.equal((await ask(`PATCH ${path}`, '1', { speed: 'express' })).json.speed, 'fast');
    });

    test('objects of a union and values of a map are turned, in answers, requests and what is told of them', async () => {
      const path = await put({ note: 'a', packing: { kind: 'tube', span: 3 }, marks: { top: { word: 'up' } } });
      const now = await shown(path, '2');
      assert.deepEqual([now.packing, now.marks], [{ kind: 'tube', length: 3 }, { top: { text: 'up', size: 1 } }]);
      const then = await shown(path, '1');
      assert.deepEqual([then.packing, then.marks], [{ kind: 'tube', span: 3 }, { top: { word: 'up', size: 1 } }]);
      const bent = { packing: { kind: 'tube', length: 4, bent: true } };
      assert.equal((await ask(`PATCH ${path}`, '2', bent)).status, 200);
      assert.deepEqual((await shown(path, '1')).packing, { kind: 'tube', span: 4 });
      const body = { note: 'a', packing: { kind: 'tube', length: 3 }, marks: { 'a/b': { text: 'up' } } };
      const places = await wrong(`PUT /parcels/${randomUUID()}`, '1', body);
      assert.deepEqual(places.toSorted(), ['/marks/a~1b/text', '/marks/a~1b/word', '/packing/length', '/packing/span']);
      const box = await put({ note: 'a', packing: { kind: 'box', width: 2 } });
      assert.deepEqual((await shown(box, '1')).packing, { kind: 'box', width: 2 });
    });

    test('parameters that are left out are filled as the version says, and values stand for all that are shown as them', async () => {
      const ids: string[] = [];
      for (const body of [
        { speed: 'fast', note: 'old', labels: ['glass'] },
        { speed: 'fast', note: 'old', labels: ['heavy', 'fragile'] },
        { speed: 'fast', note: 'old', labels: ['heavy'] },
        { speed: 'slow', note: 'old', labels: ['glass'] },
        { speed: 'fast', note: 'new', labels: ['glass'] },
      ])
        ids.push((await put({ due_on: '2027-01-01', ...body }, '2', 'east')).slice('/parcels/'.length));
      await put({ due_on: '2027-01-01', speed: 'fast', note: 'old', labels: ['glass'] }, '2', 'south');
      const found = async (query: string, version: string): Promise<string> => {
        const got = await ask(`GET /parcels${query}`, version, undefined, 'east');
        assert.equal(got.status, 200, got.text);
        const at = got.json.data.map(({ id }: { id: string }) => ids.indexOf(id));
        return at.toSorted().join(' ');
      };
      assert.equal(await found('', '1'), '0 1 2');
      assert.equal(await found('?speed=slow', '1'), '3');
      assert.equal(await found('?speed=express', '1'), '0 1 2');
      assert.equal(await found('?label=fragile', '1'), '0 1');
      assert.equal(await found('?label=heavy', '1'), '1 2');
      assert.equal(await found('?note=new&label=fragile', '1'), '4');
      assert.equal(await found('?speed=fast', '2'), '4');
      assert.equal(await found('?speed=fast&note=old&label=fragile', '2'), '1');
      assert.deepEqual(await wrong('GET /parcels', '2'), ['speed']);
      assert.deepEqual(await wrong('GET /parcels?label=glass', '1'), ['label']);
    });

    test('bodies of transitions and of code are turned by the fields that they mean', async () => {
      const path = await put({ note: 'a', grams: '7' });
      assert.deepEqual((await shown(path, '2')).grams, 7);
      const weighed = await ask(`POST ${path}/weigh`, '1', { weight: '2', remark: 'kilo', inner: { weight: '5' } });
      assert.deepEqual([weighed.status, weighed.json.grams], [200, '2000'], weighed.text);
      assert.deepEqual(told, { weight: 2000, remark: 'kilo', inner: { weight: 5 } });
      assert.deepEqual(await wrong(`POST ${path}/weigh`, '1', { weight: 2 }), ['/weight']);
      assert.deepEqual(await wrong(`POST ${path}/weigh`, '1', { weight: 'two' }), ['/weight']);
      assert.deepEqual(await wrong(`POST ${path}/weigh`, '2', { weight: '2' }), ['/weight']);
      assert.equal((await ask(`POST ${path}/weigh`, '1', { weight: '2' }, 'south')).status, 404);
      const sent = await ask(`POST ${path}/send`, '1', { weight: '12', remark: 'b' });
      assert.deepEqual([sent.status, sent.json.grams, sent.json.status], [200, '12', 'sent'], sent.text);
    });

    test('codes are answered as the version knows them: what was added, their names and their statuses', async () => {
      const path = await put({ note: 'a' });
      const code = async (line: string, version: string, weight: unknown): Promise<readonly unknown[]> => {
        const { status, json } = await ask(`POST ${path}/${line}`, version, { weight });
        assert.equal(json.status, status);
        return [status, json.code];
      };
      assert.deepEqual(await code('send', '1', '101'), [400, 'stuck']);
      assert.deepEqual(await code('send', '2', 101), [409, 'too_heavy']);
      assert.deepEqual(await code('weigh', '1', '0'), [418, 'feather']);
      assert.deepEqual(await code('weigh', '2', 0), [409, 'too_light']);
    });

    test('a field that is internal now is shown and taken as its row says; one that was internal is unknown to older callers', async () => {
      const card = { title: 'a', pin: '1234' };
      for (const shop of ['north', 'south']) {
        const made = await ask('POST /cards', '1', card, shop);
        assert.equal(made.status, 201, made.text);
        const path = `/cards/${made.json.id}`;
        const base = { id: made.json.id, shop, title: 'a' };
        assert.deepEqual(made.json, { ...base, pin: '0000!' });
        assert.deepEqual((await ask(`GET ${path}`, '2', undefined, shop)).json, { ...base, hint: 'h' });
        const patched = await ask(`PATCH ${path}`, '1', { title: 'b', pin: '9' }, shop);
        assert.deepEqual([patched.status, patched.json], [200, { ...base, title: 'b', pin: '0000!' }], patched.text);
        assert.deepEqual(Object.keys(patched.json), ['id', 'shop', 'title', 'pin']);
        assert.equal((await ask(`GET ${path}`, '1', undefined, shop === 'north' ? 'south' : 'north')).status, 404);
      }
      assert.deepEqual(await wrong('POST /cards', '1', { title: 'a' }), ['/pin']);
      assert.deepEqual(await wrong('POST /cards', '1', { ...card, pin: '1234567' }), ['/pin']);
      assert.deepEqual(await wrong('POST /cards', '1', { ...card, mark: 'x' }), ['/mark']);
      assert.deepEqual(await wrong('POST /cards', '1', { ...card, hint: 'x' }), ['/hint']);
      assert.deepEqual(await wrong('POST /cards', '2', { title: 'a', pin: '1234' }), ['/pin']);
    });

    test('a message that lists values names those that the caller may send, by their older names', async () => {
      const { json } = await ask('POST /cards', '1', { pin: '1', tint: 'azure' });
      const listed = async (line: string, version: string, tint: string): Promise<readonly unknown[]> => {
        const body = { pin: '1', tint, tints: ['red', tint], by: { a: tint }, parts: [{ tint }] };
        const { pin: _, ...rest } = body;
        const got = await ask(line, version, version === '1' ? body : rest);
        assert.equal(got.status, 422, got.text);
        return [
          ...new Set(got.json.errors.map((error: { readonly message: string }) => error.message)),
          got.json.errors.length,
        ];
      };
      for (const line of ['POST /cards', `PATCH /cards/${json.id}`]) {
        assert.deepEqual(await listed(line, '1', 'grey'), ['must be one of red, azure, green', 4]);
        assert.deepEqual(await listed(line, '1', 'green'), ['must be one of red, azure', 4]);
        assert.deepEqual(await listed(line, '2', 'azure'), ['must be one of red, blue, violet', 4]);
      }
    });

    test('a create by PUT repeated by an older caller is held to the fields that its version has', async () => {
      const path = await put({ note: 'a', speed: 'slow', grams: '5' });
      assert.equal((await ask(`PATCH ${path}`, '2', { extra: 'since' })).status, 200);
      const again = await ask(`PUT ${path}`, '1', { note: 'a', speed: 'slow', grams: '5' });
      assert.equal(again.status, 200, again.text);
      const other = await ask(`PUT ${path}`, '1', { note: 'a', speed: 'slow', grams: '6' });
      assert.deepEqual([other.status, other.json.code], [409, 'taken']);
      const same = { due_on: '2026-12-31', note: 'a', speed: 'slow', grams: 5 };
      assert.deepEqual((await ask(`PUT ${path}`, '2', same)).json.code, 'taken');
      assert.equal((await ask(`PUT ${path}`, '2', { ...same, extra: 'since' })).status, 200);
      const theirs = await ask(`PUT ${path}`, '1', { note: 'a', speed: 'slow', grams: '5' }, 'south');
      assert.deepEqual([theirs.status, theirs.json.code], [409, 'taken']);
    });
  });
}

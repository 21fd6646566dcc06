import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Store } from '../../../src/contracts/store.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { noteQueries } from './issues.fixture.ts';
import { reactions } from './reactions.fixture.ts';

interface Listing {
  readonly store: { list(resource: string, query: object): Promise<readonly object[]> };
  readonly record: object;
}
const handlers = {
  'show Issue': ({ record }: Listing) => record,
  each: async ({ store }: Listing) => ({ found: await store.list('Issue', { order: 'id' }) }),
};

for (const [name, address] of everyStore) {
  describe(`the records that refer to those of a response ${name}`, () => {
    const noted: string[] = [];
    let served: Served;
    let north: string;
    let south: string;
    const create = async (key: string, path: string, body: object) =>
      (await served.ask(`POST ${path}`, { key, body })).json;
    const read = async (line: string, key = north, version = '2') =>
      (await served.ask(`GET ${line}`, { key, headers: { V: version } })).json;

    before(async () => {
      const through = (store: Store): Store => noteQueries(store, noted);
      served = await serve(reactions, {}, undefined, await address(), handlers, undefined, through);
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
    });
    after(() => served.close());

    const begin = async (key = north) => ({
      ann: await create(key, '/users', { login: 'ann' }),
      issue: await create(key, '/issues', { title: 'a' }),
    });
    const react = (key: string, issue: { id: string }, user: { id: string }, body: object) =>
      create(key, '/reactions', { issue: issue.id, user: user.id, ...body });

    test('are the first ones in their order, and without an order by identity', async () => {
      const { ann, issue } = await begin();
      assert.deepEqual(issue, { id: issue.id, reactions: [] });
      for (const [name, weight] of [
        ['a', 1],
        ['b', 5],
        ['c', 3],
        ['d', undefined],
        ['e', 5],
      ] as const)
        await react(north, issue, ann, { name, weight });
      const user = { login: 'ann' };
      const first = ['e', 'b', 'c'].map((name) => ({ name, weight: name === 'c' ? 3 : 5, user }));
      assert.deepEqual(await read(`/issues/${issue.id}`), { id: issue.id, reactions: first });
      assert.deepEqual(await read(`/issues/${issue.id}/show`), {
        id: issue.id,
        reactions: [{ name: 'a' }, { name: 'b' }],
      });
      const older = first.map(({ name: emoji, weight: size }) => ({ emoji, size, user }));
      assert.deepEqual(await read(`/issues/${issue.id}`, north, '1'), { id: issue.id, reactions: older });
      const listed = { id: issue.id, reactions: first.slice(0, 2).map(({ user: _, ...rest }) => rest) };
      assert.deepEqual((await read('/issues')).data.at(-1), listed);
      assert.deepEqual(await read(`/users/${ann.id}`), {
        id: ann.id,
        login: 'ann',
        given: [{ name: 'a' }, { name: 'b' }],
      });
    });

    test('are those that the caller may read: by row rule, tenant and state', async () => {
      const { ann, issue } = await begin();
      const names = ['a', 'b', 'c', 'd'];
      const made = [];
      for (const name of names) made.push(await react(north, issue, ann, { name, weight: 1, hidden: name === 'b' }));
      assert.equal((await served.ask(`DELETE /reactions/${made[0].id}`, { key: north })).status, 204);
      const shown = async (key: string) =>
        (await read('/issues', key)).data.at(-1).reactions?.map((one: { name: string }) => one.name);
      assert.deepEqual(await shown(north), ['d', 'c']);
      const guest = await served.key(['guest'], { shop: 'north' });
      await served.ask(`PATCH /reactions/${made[3].id}`, { key: north, body: { hidden: true } });
      assert.deepEqual(await shown(guest), ['c']);
      assert.deepEqual(await shown(await served.key(['blind'], { shop: 'north' })), []);
      assert.deepEqual((await read('/issues', south)).data, []);
      const theirs = await create(south, '/issues', { title: 'south' });
      const forged = await served.ask('POST /reactions', {
        key: north,
        body: { issue: theirs.id, user: ann.id, name: 'x' },
      });
      assert.equal(forged.status, 422);
      assert.deepEqual((await read('/issues', south)).data, [{ id: theirs.id, reactions: [] }]);
    });

    test('are found by the field that the shape names, in older versions by its older name', async () => {
      const [{ ann, issue }, { ann: bob }] = [await begin(), await begin()];
      for (const name of ['a', 'b']) await react(north, issue, ann, { name, reviewer: bob.id });
      const given = ['a', 'b'].map((name) => ({ name, issue: { title: 'a' } }));
      assert.deepEqual(await read(`/profiles/${ann.id}`), { login: 'ann', given, reviewed: [] });
      assert.deepEqual(await read(`/profiles/${bob.id}`), { login: 'ann', given: [], reviewed: [{ name: 'b' }] });
      const older = given.map(({ name: emoji, issue: about }) => ({ emoji, about }));
      assert.deepEqual(await read(`/profiles/${ann.id}`, north, '1'), { login: 'ann', given: older, reviewed: [] });
    });

    test('are shown inside one another, inside expanded records and by handlers', async () => {
      const { ann, issue: top } = await begin();
      const below = [];
      for (const title of ['z', 'y', 'x']) below.push(await create(north, '/issues', { title, parent: top.id }));
      await react(north, below[1], ann, { name: 'inner' });
      await react(north, top, ann, { name: 'outer' });
      const inside = (title: string, names: readonly string[]) => ({
        title,
        parent: { title: 'a' },
        reactions: names.map((name) => ({ name })),
      });
      assert.deepEqual(await read(`/trees/${top.id}`), {
        top: 'a',
        below: [inside('x', []), inside('y', ['inner']), inside('z', [])],
        all: [{ name: 'outer' }],
      });
      // Two members with the same bound show the same records, each once.
      const { one, two } = await read(`/twice/${top.id}`);
      assert.deepEqual([one, two.length], [[{ name: 'outer' }], 1]);
      const owned = await create(north, '/issues', { title: 'o', owner: ann.id });
      const owner = { id: ann.id, login: 'ann', given: [{ name: 'inner' }, { name: 'outer' }] };
      assert.deepEqual(await read(`/plain/${owned.id}?expand=owner`), { id: owned.id, owner });
      const olderOwner = { ...owner, given: owner.given.map(({ name: emoji }) => ({ emoji })) };
      assert.deepEqual(await read(`/plain/${owned.id}?expand=owner`, north, '1'), { id: owned.id, owner: olderOwner });
      assert.deepEqual(await read(`/plain/${owned.id}`), { id: owned.id, owner: ann.id });
      const { found } = await read('/each');
      assert.deepEqual(found.at(-5), { title: 'a', reactions: [{ name: 'outer' }] });
      assert.deepEqual(found.at(-1), { title: 'o', reactions: [] });
    });

    test('of a page of 100 records take one query', async () => {
      const east = await served.key(['all'], { shop: 'east' });
      const { ann } = await begin(east);
      const issues = (await read('/issues', east)).data;
      for (let at = 1; at < 100; at++) issues.push(await create(east, '/issues', { title: `${at}` }));
      for (let at = 0; at < 150; at++) await react(east, issues[at % 100], ann, { name: `${at}`, weight: at });
      noted.length = 0;
      const { data } = await read('/issues?limit=100', east);
      assert.deepEqual(noted, ['Issue', 'Reaction']);
      const names = data.map(({ reactions: shown }: { reactions: { name: string }[] }) => shown.map((one) => one.name));
      assert.deepEqual(
        names,
        Array.from({ length: 100 }, (_, at) => (at < 50 ? [`${at + 100}`, `${at}`] : [`${at}`])),
      );
    });
  });
}

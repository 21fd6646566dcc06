import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Store } from '../../../src/contracts/store.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { issues, noteQueries } from './issues.fixture.ts';

const handlers = {
  'show Issue': ({ record }: { record: { assignees?: readonly string[] } }) => ({
    ...record,
    assignees: [...(record.assignees ?? [])].reverse(),
  }),
};

for (const [name, address] of everyStore) {
  describe(`records of a list of references ${name}`, () => {
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
      served = await serve(issues, {}, undefined, await address(), handlers, undefined, through);
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
    });
    after(() => served.close());

    test('are shown in the order of the list, in both versions, with the identity of hidden ones', async () => {
      const lead = await create(north, '/users', { login: 'lea' });
      const [ann, bob] = [
        await create(north, '/users', { login: 'ann', lead: lead.id }),
        await create(north, '/users', { login: 'bob' }),
      ];
      const made = await create(north, '/issues', { title: 'a', assignees: [bob.id, ann.id, bob.id] });
      assert.deepEqual(made, { id: made.id, assignees: [{ login: 'bob' }, { login: 'ann' }, { login: 'bob' }] });
      assert.deepEqual((await read(`/issues/${made.id}`)).assignees, [
        { login: 'bob' },
        { login: 'ann', lead: { login: 'lea' } },
        { login: 'bob' },
      ]);
      assert.equal((await served.ask(`PATCH /users/${bob.id}`, { key: north, body: { blocked: true } })).status, 200);
      const shown = { id: made.id, assignees: [{ id: bob.id }, { login: 'ann' }, { id: bob.id }] };
      assert.deepEqual((await read('/issues')).data.at(-1), shown);
      const older = { id: made.id, people: [{ id: bob.id }, { nick: 'ann' }, { id: bob.id }] };
      assert.deepEqual((await read('/issues', north, '1')).data.at(-1), older);
      const reversed = { id: made.id, assignees: [{ id: bob.id }, { login: 'ann' }, { id: bob.id }].reverse() };
      assert.deepEqual(await read(`/issues/${made.id}/show`), reversed);
      assert.deepEqual((await read('/issues', south)).data, []);
      const blind = await served.key(['blind'], { shop: 'north' });
      const hidden = { id: made.id, assignees: [{ id: bob.id }, { id: ann.id }, { id: bob.id }] };
      assert.deepEqual((await read('/issues', blind)).data.at(-1), hidden);
      assert.deepEqual(await read(`/plain/${made.id}`), {
        id: made.id,
        assignees: [bob.id, ann.id, bob.id],
        watchers: null,
      });
    });

    test('an absent list is left out, null stays null, and so do the null items of a list', async () => {
      const ann = await create(north, '/users', { login: 'ann' });
      const bare = await create(north, '/issues', { title: 'bare' });
      assert.deepEqual(bare, { id: bare.id });
      const empty = await create(north, '/issues', { title: 'empty', assignees: [] });
      assert.deepEqual(empty, { id: empty.id, assignees: [] });
      const full = await create(north, '/issues', {
        title: 'full',
        watchers: [null, ann.id],
        places: [{ name: 'x', owners: [ann.id] }, { name: 'y' }],
      });
      assert.deepEqual((await read(`/whole/${bare.id}`)).issue, { watchers: null });
      assert.deepEqual((await read(`/whole/${full.id}`)).issue, {
        watchers: [null, { login: 'ann' }],
        places: [{ name: 'x', owners: [{ login: 'ann' }] }, { name: 'y' }],
      });
    });

    test('expand shows them in place of their identities', async () => {
      const ann = await create(north, '/users', { login: 'ann' });
      const { id } = await create(north, '/issues', { title: 'x', assignees: [ann.id], watchers: [null, ann.id] });
      assert.deepEqual(await read(`/plain/${id}?expand=assignees`), { id, assignees: [ann], watchers: [null, ann.id] });
      assert.deepEqual(await read(`/plain/${id}?expand=watchers`), { id, assignees: [ann.id], watchers: [null, ann] });
      const { login: nick, ...rest } = ann;
      const older = { id, people: [{ ...rest, nick }], watchers: [null, ann.id] };
      assert.deepEqual(await read(`/plain/${id}?expand=people`, north, '1'), older);
      const listed = (await read('/plainly?expand=assignees,watchers&limit=100')).data.at(-1);
      assert.deepEqual(listed.assignees, [ann]);
      assert.deepEqual(listed.watchers, [null, ann]);
    });

    test('a payload shows them as they were', async () => {
      const lead = await create(north, '/users', { login: 'lea' });
      const ann = await create(north, '/users', { login: 'ann', lead: lead.id });
      const { id } = await create(north, '/issues', { title: 'x' });
      await served.ask(`PATCH /issues/${id}`, { key: north, body: { assignees: [ann.id, lead.id] } });
      await served.ask(`PATCH /users/${ann.id}`, { key: north, body: { login: 'eve' } });
      const told = async (version: string) =>
        (await read('/events', north, version)).data.map((event: { body: unknown }) => event.body);
      for (let i = 0; i < 600 && (await told('2')).length === 0; i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(await told('2'), [
        { id, assignees: [{ login: 'ann', lead: { login: 'lea' } }, { login: 'lea' }] },
      ]);
      assert.deepEqual(await told('1'), [{ id, people: [{ nick: 'ann', lead: { nick: 'lea' } }, { nick: 'lea' }] }]);
      assert.deepEqual((await read('/events', south)).data, []);
    });

    test('a page of 100 records takes one query for all of them', async () => {
      const logins = Array.from({ length: 20 }, (_, at) => `user ${at}`);
      const east = await served.key(['all'], { shop: 'east' });
      const users = await Promise.all(logins.map((login) => create(east, '/users', { login })));
      const chosen = (at: number) => [0, 7, 3].map((step) => users[(at + step) % 20]);
      for (let at = 0; at < 100; at++) {
        const { id } = await create(east, '/issues', { title: `${at}`, assignees: chosen(at).map((user) => user.id) });
        assert.ok(id);
      }
      noted.length = 0;
      const { data } = await read('/issues?limit=100', east);
      assert.deepEqual(noted, ['Issue', 'User']);
      assert.deepEqual(
        data.map((issue: { assignees: unknown }) => issue.assignees),
        Array.from({ length: 100 }, (_, at) => chosen(at).map(({ login }) => ({ login }))),
      );
    });
  });
}

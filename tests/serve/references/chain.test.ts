import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { chain } from './chain.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`what expressions read through several references ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let team: number;
    let project: number;
    let post: number;
    let theirs: number;

    const ask = (line: string, body?: unknown, key = north): Promise<Got> =>
      served.ask(line, { key, ...(body === undefined ? {} : { body }) });
    const made = async (line: string, body: object, key = north): Promise<number> => {
      const got = await ask(`POST ${line}`, body, key);
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    };
    const comment = (on = post, key = north): Promise<number> => made('/comments', { post: on, text: 'hello' }, key);

    before(async () => {
      served = await serve(chain, {}, undefined, await address());
      north = await served.key(['all'], { shop: 'north' }, { subject: 'ana' });
      south = await served.key(['all'], { shop: 'south' }, { subject: 'bob' });
      team = await made('/teams', {});
      project = await made('/projects', { team, owner: 'ana' });
      post = await made('/posts', { project, title: 'one' });
      const other = await made('/teams', {}, south);
      theirs = await made(
        '/posts',
        { project: await made('/projects', { team: other, owner: 'bob' }, south), title: 'two' },
        south,
      );
    });
    after(() => served.close());

    test('an effect and a response read the record that is three references away', async () => {
      const got = await ask('POST /comments', { post, text: 'hello' });
      assert.deepEqual([got.status, got.json.owner, got.json.shop], [201, 'ana', 'north'], got.text);
      assert.deepEqual((await ask(`GET /comments/${got.json.id}`)).json, {
        id: got.json.id,
        text: 'hello',
        shop: 'north',
      });
    });

    test('a member is left out if a reference on the way is absent', async () => {
      const lead = await made('/people', { name: 'Lea', team });
      const led = await made('/projects', { team, owner: 'ana', lead });
      const id = await comment(await made('/posts', { project: led, title: 'x', reviewer: lead }));
      assert.deepEqual((await ask(`GET /comments/${id}`)).json, {
        id,
        text: 'hello',
        shop: 'north',
        lead: 'Lea',
        reviewer: 'north',
      });
    });

    test('a guard fails if a reference on the way is absent, and an effect knows null from absent', async () => {
      const bare = await comment();
      assert.equal((await ask(`POST /comments/${bare}/review`)).json.code, 'not_reviewed');
      const named = async (more: object): Promise<string> => {
        const reviewer = await made('/people', { name: 'Rea', team, ...more });
        const id = await comment(await made('/posts', { project, title: 'x', reviewer }));
        return (await ask(`POST /comments/${id}/review`)).json.text;
      };
      assert.equal(await named({ nick: 'r' }), 'r');
      assert.equal(await named({ nick: null }), 'Rea');
    });

    test('a guard compares with the caller', async () => {
      const id = await comment();
      const eve = await served.key(['all'], { shop: 'north' }, { subject: 'eve' });
      assert.equal((await ask(`POST /comments/${id}/finish`, undefined, eve)).json.code, 'not_owner');
      assert.equal((await ask(`POST /comments/${id}/finish`)).json.text, 'by ana');
    });

    test('a row rule hides the records of the other tenant, in lists and one by one', async () => {
      const own = await comment();
      const other = await comment(theirs, south);
      const shops = async (key: string): Promise<ReadonlySet<string>> => {
        const list = (await ask('GET /comments?limit=100', undefined, key)).json;
        return new Set(list.map(({ shop }: { shop: string }) => shop));
      };
      assert.deepEqual([await shops(north), await shops(south)], [new Set(['north']), new Set(['south'])]);
      assert.equal((await ask(`GET /comments/${own}`, undefined, south)).status, 404);
      assert.equal((await ask(`PATCH /comments/${other}`, { text: 'x' })).status, 404);
      assert.equal((await ask('POST /comments', { post: theirs, text: 'x' })).status, 422);
      assert.equal((await ask(`POST /comments/${other}/finish`)).status, 404);
    });

    test('each record of a list reads through its own references, and so does what it embeds', async () => {
      const shut = await made('/teams', {});
      const other = await made('/posts', {
        project: await made('/projects', { team: shut, owner: 'cleo' }),
        title: 'x',
      });
      const [first, second] = [await comment(), await comment(other)];
      await ask(`PATCH /teams/${shut}`, { open: false });
      const list: readonly { id: number }[] = (await ask('GET /comments?limit=100')).json;
      assert.deepEqual(
        list.filter(({ id }) => id === first || id === second),
        [
          { id: first, owner: 'ana', shop: 'north', post: { id: post, open: true } },
          { id: second, owner: 'cleo', shop: 'north', post: { id: other, open: false } },
        ],
      );
      const found = (await ask('GET /comments?owner=cleo')).json;
      assert.deepEqual(
        found.map(({ id }: { id: number }) => id),
        [second],
      );
      assert.deepEqual((await ask('GET /comments?owner=cleo', undefined, south)).json, []);
      assert.equal((await ask('POST /comments', { post: other, text: 'x' })).json.code, 'team_closed');
    });

    test('a condition that compares what may be null finds records that have the reference', async () => {
      const [rea, nat] = [
        await made('/people', { name: 'Rea', team, nick: null }),
        await made('/people', { name: 'Nat', team, nick: 'nat' }),
      ];
      const [bare, nameless, named] = [
        await comment(),
        await comment(await made('/posts', { project, title: 'x', reviewer: rea })),
        await comment(await made('/posts', { project, title: 'x', reviewer: nat })),
      ];
      const list = (await ask('GET /comments?nick=nat&limit=100')).json;
      const ids = new Set(list.map(({ id }: { id: number }) => id));
      assert.deepEqual([ids.has(bare), ids.has(nameless), ids.has(named)], [false, true, false]);
    });

    test('rules, responses and payloads read what the references of the record before led to', async () => {
      const id = await comment();
      const moved = await made('/posts', { project: await made('/projects', { team, owner: 'dora' }), title: 'x' });
      const got = await ask(`PATCH /comments/${id}`, { post: moved });
      assert.deepEqual(got.json, { id, was: 'ana', owner: 'dora' });
      const far = await made('/posts', {
        project: await made('/projects', { team: await made('/teams', {}), owner: 'x' }),
        title: 'x',
      });
      assert.equal((await ask(`PATCH /comments/${id}`, { post: far })).json.code, 'other_team');
      const told = async (key = north): Promise<readonly { id: number }[]> =>
        (await ask('GET /events', undefined, key)).json.data.map((event: { body: { id: number } }) => event.body);
      for (let i = 0; i < 600 && !(await told()).some((body) => body.id === id); i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual(
        (await told()).filter((body) => body.id === id),
        [{ id, was: 'ana', owner: 'dora', shop: 'north' }],
      );
      assert.deepEqual(await told(south), []);
    });

    test('questions follow references of the records that they ask about', async () => {
      const own = await made('/projects', { team, owner: 'ana' });
      const on = await made('/posts', { project: own, title: 'x' });
      const first = await comment(on);
      await comment(on);
      assert.equal((await ask(`GET /projects/${own}`)).json.texts, 2);
      assert.equal((await ask(`POST /projects/${own}/close`)).json.code, 'has_open');
      const task = await made('/comments', { post: on, text: 'x', kind: 'task' });
      assert.equal((await ask(`GET /projects/${own}`)).json.texts, 2);
      await ask(`PATCH /comments/${task}`, { post });
      const second = (await ask('GET /comments?limit=100')).json.filter(
        (each: { post: { id: number } }) => each.post.id === on,
      );
      for (const { id } of second) assert.equal((await ask(`POST /comments/${id}/finish`)).status, 200);
      assert.ok(second.some(({ id }: { id: number }) => id === first));
      assert.equal((await ask(`POST /projects/${own}/close`)).json.status, 'closed');
      assert.equal((await ask('POST /comments', { post: on, text: 'x' })).json.code, 'project_closed');
    });

    test('the service logs no failure', () => assert.deepEqual(served.logged, []));
  });
}

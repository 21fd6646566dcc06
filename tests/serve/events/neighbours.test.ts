import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Context } from '../handlers/handlers.fixture.ts';
import { teams } from '../handlers/teams.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const handlers = {
  'every Job': async ({ store }: Context) => ({ data: await store.list('Job', { order: 'id' }), code: 'all' }),
  'whole Job': ({ store }: Context) => store.list('Job', { order: 'id' }),
  'turn Job': ({ record, input, store }: Context) => store.update('Job', record.id, { team: input.to }),
};

for (const [store, address] of everyStore) {
  describe(`what expressions read through references ${store}`, () => {
    let served: Served;
    let north: string;
    let south: string;
    let low: number;
    let high: number;
    let theirs: number;
    let count = 0;

    const ask = (line: string, body?: unknown, key = north): Promise<Got> =>
      served.ask(line, { key, ...(body === undefined ? {} : { body }) });
    const team = async (level: number, more: object = {}, key = north): Promise<number> =>
      (await ask('POST /teams', { slug: `t${++count}`, level, ...more }, key)).json.id;
    const job = async (of: number, more: object = {}, key = north): Promise<Got> =>
      ask('POST /jobs', { team: of, code: `j${++count}`, ...more }, key);

    before(async () => {
      served = await serve(teams, {}, undefined, await address(), handlers);
      north = await served.key(['all'], { shop: 'north' });
      south = await served.key(['all'], { shop: 'south' });
      low = await team(1);
      high = await team(9);
      theirs = await team(2, {}, south);
      north = await served.key(['all'], { shop: 'north', home: low });
      south = await served.key(['all'], { shop: 'south', home: theirs });
    });
    after(() => served.close());

    test('a rule reads the record that the service itself has named at creation', async () => {
      const made = await job(low);
      assert.deepEqual([made.status, made.json.home], [201, low], made.text);
      const far = await served.key(['all'], { shop: 'north', home: high });
      assert.equal((await job(low, {}, far)).json.code, 'no_home');
      assert.equal((await job(theirs, {}, south)).status, 201);
    });

    test('a rule reads the record that an effect has named, not the one before', async () => {
      const { id } = (await job(low)).json;
      assert.equal((await ask(`POST /jobs/${id}/move`, { to: high })).json.code, 'too_high');
      const moved = await ask(`POST /jobs/${id}/move`, { to: await team(3) });
      assert.deepEqual(moved.json, { id, level: 3 });
      assert.equal((await ask(`POST /jobs/${id}/move`, { to: theirs })).status, 422);
    });

    test('of the record before what its own reference names is read, in rules, answers and payloads', async () => {
      const { id } = (await job(low)).json;
      const quick = await team(4);
      assert.equal((await ask(`PATCH /jobs/${id}`, { team: quick })).json.code, 'too_fast');
      const three = await team(3);
      assert.deepEqual((await ask(`PATCH /jobs/${id}`, { team: three })).json, { id, was: 1, level: 3 });
      const told = async (): Promise<readonly { id: number }[]> =>
        (await ask('GET /events')).json.data.map((event: { body: { id: number } }) => event.body);
      for (let i = 0; i < 600 && !(await told()).some((body) => body.id === id); i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual(
        (await told()).filter((body) => body.id === id),
        [{ id, was: 1, level: 3 }],
      );
      assert.deepEqual((await ask('GET /events', undefined, south)).json.data, []);
    });

    test('a guard reads through a reference inside an object', async () => {
      const { id } = (await job(low, { more: { team: low } })).json;
      assert.equal((await ask(`POST /jobs/${id}/move`, { to: low })).json.code, 'no');
      const other = (await job(low, { more: { team: await team(2) } })).json.id;
      assert.equal((await ask(`POST /jobs/${other}/move`, { to: low })).status, 200);
    });

    test('the records of a list, embedded ones and objects each read through their own references', async () => {
      const ada = (await ask('POST /people', { name: 'Ada' })).json.id;
      const bob = (await ask('POST /people', { name: 'Bob' })).json.id;
      const [one, two] = [await team(2, { boss: ada }), await team(3)];
      const first = (await job(one, { boss: bob, more: { team: two } })).json;
      const second = (await job(two, { boss: bob })).json;
      const inside = (await ask(`GET /jobs/${first.id}`)).json;
      assert.deepEqual(inside, { id: first.id, more: { team: two, level: 3 }, team: { id: one, chief: 'Ada' } });
      const all: readonly { id: number; link?: string }[] = (await ask('GET /jobs?limit=1000')).json;
      const listed = all.filter(({ id }) => id === first.id || id === second.id);
      assert.deepEqual(
        listed.map(({ link: _, ...each }) => each),
        [
          { id: first.id, level: 2, team: { id: one, chief: 'Ada' } },
          { id: second.id, level: 3, team: { id: two } },
        ],
      );
      assert.deepEqual(
        (await ask('GET /jobs', undefined, south)).json.map((each: { level: number }) => each.level),
        [2],
      );
    });

    test('what code gives back is read through its own references too', async () => {
      const eve = (await ask('POST /people', { name: 'Eve' })).json.id;
      const [one, two] = [await team(2, { boss: eve }), await team(4)];
      const { id } = (await job(one)).json;
      const all = (await ask('POST /jobs/every')).json;
      assert.equal(all.said, 'all');
      const every = all.data as readonly { id: number }[];
      assert.deepEqual(
        every.find((each) => each.id === id),
        { id, level: 2, team: { id: one, chief: 'Eve' } },
      );
      const whole = (await ask('POST /jobs/all')).json as readonly { id: number }[];
      assert.deepEqual(
        whole.find((each) => each.id === id),
        { id, level: 2 },
      );
      assert.equal(whole.length, every.length);
      assert.deepEqual((await ask(`POST /jobs/${id}/turn`, { to: two })).json, { id, level: 4 });
      const others = (await ask('POST /jobs/all', undefined, south)).json as readonly { level: number }[];
      assert.ok(others.length > 0 && others.every(({ level }) => level === 2));
    });

    test('the address of a record is made of what its reference names, at creation and in lists too', async () => {
      const slug = `s${++count}`;
      const of = (await ask('POST /teams', { slug, level: 1 })).json.id;
      const made = await job(of);
      const address = `https://jobs.example/teams/${slug}/jobs/${made.json.code}`;
      assert.deepEqual([made.headers.get('location'), made.json.link], [address, address]);
      const all: readonly { id: number; link: string }[] = (await ask('GET /jobs?limit=1000')).json;
      assert.equal(all.find(({ id }) => id === made.json.id)?.link, address);
      assert.equal((await ask(new URL(address).pathname.replace('/', 'GET /'))).json.link, address);
      assert.equal((await ask(new URL(address).pathname.replace('/', 'GET /'), undefined, south)).status, 404);
    });

    test('the rows and rules of a record that is cleared read that record, not the one that is deleted', async () => {
      const made = (await job(low)).json.id;
      const task = (await ask('POST /tasks', { job: made, text: 'paint', team: low })).json.id;
      assert.equal((await ask(`DELETE /jobs/${made}`)).status, 204);
      assert.deepEqual((await ask(`GET /tasks/${task}`)).json, {
        id: task,
        shop: 'north',
        team: low,
        text: 'paint',
        count: 1,
      });
      const kept = (await job(low)).json.id;
      const rising = await team(1);
      await ask('POST /tasks', { job: kept, text: 'paint', team: rising });
      await ask(`PATCH /teams/${rising}`, { level: 9 });
      assert.equal((await ask(`DELETE /jobs/${kept}`)).status, 409);
    });
  });
}

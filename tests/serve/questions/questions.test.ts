import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { desk } from './desk.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
type Json = any;
type Ask = (
  line: string,
  body?: object,
) => Promise<{ readonly status: number; readonly code: string; readonly json: Json }>;

/** Callers of a service, by their subjects. */
async function callers(
  t: TestContext,
  address: string,
): Promise<{ served: Served; as(subject: string): Promise<Ask> }> {
  const served = await serveIn(t, desk, {}, undefined, address);
  return {
    served,
    async as(subject) {
      const key = await served.key(['all'], {}, { subject });
      return async (line, body) => {
        const { status, json, text } = await served.ask(line, { key, body });
        assert.ok(status < 500, `${line} ${text}\n${served.logged.join('\n')}`);
        return { status, code: json?.code ?? '', json };
      };
    },
  };
}

async function made(ask: Ask, path: string, body: object): Promise<Json> {
  const got = await ask(`POST ${path}`, body);
  assert.equal(got.status, 201, JSON.stringify(got.json));
  return got.json;
}

const day = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`;

for (const [name, address] of everyStore) {
  describe(`questions about other records ${name}`, () => {
    test('a rule keeps two bookings of a room from overlapping', async (t) => {
      const { as } = await callers(t, await address());
      const [ana, bob] = [await as('ana'), await as('bob')];
      const room = (await made(ana, '/rooms', { name: 'A' })).id;
      const other = (await made(ana, '/rooms', { name: 'B' })).id;
      const booked = await made(ana, '/bookings', { room, starts_at: day(10), ends_at: day(12) });
      const twice = await bob('POST /bookings', { room, starts_at: day(11), ends_at: day(13) });
      assert.deepEqual([twice.status, twice.code], [409, 'room_taken']);
      await made(bob, '/bookings', { room, starts_at: day(12), ends_at: day(13) });
      await made(bob, '/bookings', { room: other, starts_at: day(11), ends_at: day(13), hours: 2.5 });
      assert.equal((await ana(`POST /bookings/${booked.id}/cancel`)).status, 200);
      await made(bob, '/bookings', { room, starts_at: day(11), ends_at: day(12) });
      const { status, code } = await bob('POST /bookings', { room, starts_at: day(13), ends_at: day(12) });
      assert.deepEqual([status, code], [422, 'rule_broken']);
    });

    test('fields count, add and compare other records, for each caller', async (t) => {
      const { as } = await callers(t, await address());
      const [ana, bob] = [await as('ana'), await as('bob')];
      const room = (await made(ana, '/rooms', { name: 'A' })).id;
      const empty = (await made(ana, '/rooms', { name: 'B' })).id;
      await made(ana, '/bookings', { room, starts_at: day(10), ends_at: day(12) });
      await made(ana, '/bookings', { room, starts_at: day(8), ends_at: day(9), hours: 0.5 });
      const seen = await ana(`GET /rooms/${room}`);
      const own = { id: room, name: 'A', bookings: 2, mine: true, first: '2030-01-01T08:00:00.000Z', hours: 1.5 };
      assert.deepEqual(seen.json, own);
      assert.deepEqual((await bob(`GET /rooms/${room}`)).json, { ...own, mine: false });
      const without = { id: empty, name: 'B', bookings: 0, mine: false, hours: 0 };
      assert.deepEqual((await bob(`GET /rooms/${empty}`)).json, without);
      const listed = await bob('GET /rooms');
      assert.deepEqual(listed.json.data, [{ ...own, mine: false }, without]);
    });

    test('numbers are added without errors in their last digits, up to a bound', async (t) => {
      const { as } = await callers(t, await address());
      const ana = await as('ana');
      const hoursOf = async (all: readonly number[]) => {
        const room = (await made(ana, '/rooms', { name: 'A' })).id;
        for (const [i, hours] of all.entries())
          await made(ana, '/bookings', { room, starts_at: day(i + 1), ends_at: day(i + 2), hours });
        return (await ana(`GET /rooms/${room}`)).json.hours;
      };
      assert.equal(await hoursOf([0.1, 0.2, 0.3]), 0.6);
      assert.equal(await hoursOf([0.1, 0.5, 0.1, 0.5, 3]), 4.2);
      assert.equal(await hoursOf([1e300, -1e300, 0.25]), 0.25);
      assert.equal(await hoursOf([9e307]), 9e307);
      assert.equal(await hoursOf([9e307, -9e307]), 0);
      assert.equal(await hoursOf([1.7e308, 9e307]), undefined);
    });

    test('a record that shows others is not 304 once they have changed', async (t) => {
      const { served, as } = await callers(t, await address());
      const ana = await as('ana');
      const room = (await made(ana, '/rooms', { name: 'A' })).id;
      const key = await served.key(['all'], {}, { subject: 'bob' });
      const first = await served.ask(`GET /rooms/${room}`, { key });
      const tag = first.headers.get('etag') ?? '';
      const again = await served.ask(`GET /rooms/${room}`, { key, headers: { 'if-none-match': tag } });
      assert.equal(again.status, 304);
      const list = (await served.ask('GET /rooms', { key })).headers.get('etag') ?? '';
      await made(ana, '/bookings', { room, starts_at: day(10), ends_at: day(12) });
      const changed = await served.ask(`GET /rooms/${room}`, { key, headers: { 'if-none-match': tag } });
      assert.deepEqual([changed.status, changed.json?.bookings], [200, 1]);
      const relisted = await served.ask('GET /rooms', { key, headers: { 'if-none-match': list } });
      assert.equal(relisted.status, 200);
    });

    test('a rule of the parent holds whoever writes', async (t) => {
      const { as } = await callers(t, await address());
      const ana = await as('ana');
      const budget = (await made(ana, '/budgets', { total: 100 })).id;
      const second = (await made(ana, '/budgets', { total: 10 })).id;
      const refused = async (line: string, body?: object) => {
        const { status, code } = await ana(line, body);
        assert.deepEqual([status, code], [409, 'over_budget'], line);
      };
      const one = (await made(ana, '/allocations', { budget, amount: 60 })).id;
      await refused('POST /allocations', { budget, amount: 41 });
      const two = (await made(ana, '/allocations', { budget, amount: 40 })).id;
      await refused(`PATCH /allocations/${one}`, { amount: 61 });
      await refused(`PATCH /allocations/${one}`, { budget: second });
      await refused(`PATCH /budgets/${budget}`, { total: 99 });
      assert.equal((await ana(`GET /budgets/${budget}`)).json.used, 100);
      assert.equal((await ana(`DELETE /allocations/${two}`)).status, 204);
      assert.equal((await ana(`PATCH /budgets/${budget}`, { total: 60 })).status, 200);
      assert.equal((await ana(`PATCH /allocations/${one}`, { amount: 10, budget: second })).status, 200);
      assert.equal((await ana(`GET /budgets/${budget}`)).json.used, 0);
      assert.equal((await ana(`GET /budgets/${second}`)).json.used, 10);
    });

    test('the last of some records cannot leave, by deletion or by change', async (t) => {
      const { as } = await callers(t, await address());
      const ana = await as('ana');
      const project = (await made(ana, '/projects', { name: 'P' })).id;
      const owner = (await made(ana, '/members', { project, user: 'ana', role: 'owner' })).id;
      await made(ana, '/members', { project, user: 'bob', role: 'viewer' });
      for (const [line, body] of [
        [`DELETE /members/${owner}`],
        [`PATCH /members/${owner}`, { role: 'viewer' }],
      ] as const) {
        const { status, code } = await ana(line, body);
        assert.deepEqual([status, code], [409, 'last_owner'], line);
      }
      await made(ana, '/members', { project, user: 'eve', role: 'owner' });
      assert.equal((await ana(`DELETE /members/${owner}`)).status, 204);
    });

    test('a membership gives access while it lasts, and to its own project alone', async (t) => {
      const { as } = await callers(t, await address());
      const [ana, bob, eve] = [await as('ana'), await as('bob'), await as('eve')];
      const [p, q] = [
        (await made(ana, '/projects', { name: 'P' })).id,
        (await made(ana, '/projects', { name: 'Q' })).id,
      ];
      await made(ana, '/members', { project: p, user: 'ana', role: 'owner' });
      await made(ana, '/members', { project: q, user: 'eve', role: 'owner' });
      const viewer = (await made(ana, '/members', { project: p, user: 'bob', role: 'viewer' })).id;
      const task = (await made(ana, '/tasks', { project: p, title: 'T' })).id;
      const foreign = (await made(eve, '/tasks', { project: q, title: 'F' })).id;
      const titles = async (ask: Ask) =>
        (await ask('GET /tasks')).json.data.map(({ title }: { title: string }) => title);
      assert.deepEqual([await titles(ana), await titles(bob), await titles(eve)], [['T'], ['T'], ['F']]);
      assert.equal((await bob(`GET /tasks/${task}`)).status, 200);
      assert.equal((await bob(`GET /tasks/${foreign}`)).status, 404);
      assert.equal((await eve(`PATCH /tasks/${task}`, { title: 'x' })).status, 404);
      assert.equal((await bob(`PATCH /tasks/${task}`, { title: 'x' })).status, 403);
      assert.equal((await bob('POST /tasks', { project: p, title: 'x' })).status, 403);
      assert.equal((await ana('POST /tasks', { project: q, title: 'x' })).status, 403);
      assert.equal((await ana(`PATCH /tasks/${task}`, { project: q })).status, 403);
      assert.equal((await ana(`PATCH /tasks/${task}`, { title: 'U' })).status, 200);
      assert.equal((await ana(`PATCH /members/${viewer}`, { role: 'editor' })).status, 200);
      assert.equal((await bob(`PATCH /tasks/${task}`, { title: 'V' })).status, 200);
      assert.equal((await ana(`DELETE /members/${viewer}`)).status, 204);
      assert.equal((await bob(`PATCH /tasks/${task}`, { title: 'W' })).status, 404);
      assert.deepEqual(await titles(bob), []);
      assert.equal((await bob(`GET /tasks/${task}`)).status, 404);
      const closed = await bob(`POST /tasks/${task}/close`);
      assert.deepEqual([closed.status, closed.code], [403, 'not_a_member']);
      assert.equal((await ana(`POST /tasks/${task}/close`)).status, 200);
    });

    test('a deletion that takes records along keeps the rules that ask about them', async (t) => {
      const { as } = await callers(t, await address());
      const ana = await as('ana');
      const project = (await made(ana, '/projects', { name: 'P' })).id;
      const team = (await made(ana, '/teams', { name: 'T' })).id;
      await made(ana, '/guests', { project, team, amount: 1e308 });
      const other = (await made(ana, '/guests', { project, amount: 1e308 })).id;
      const seen = await ana(`GET /projects/${project}`);
      assert.deepEqual(seen.json, { id: project, name: 'P', guests: 2 });
      const found = async (query: string) => (await ana(`GET /projects?${query}`)).json.data?.length;
      assert.deepEqual([await found('given=1.5'), await found('given=1.1e308'), await found('member=x')], [1, 0, 0]);
      assert.equal((await ana('GET /projects?given=x')).status, 422);
      assert.equal((await ana(`DELETE /guests/${other}`)).status, 204);
      const { status, code } = await ana(`DELETE /teams/${team}`);
      assert.deepEqual([status, code], [409, 'a_guest']);
      const left = (await ana(`GET /projects/${project}`)).json;
      assert.deepEqual([left.guests, left.rate], [1, -12]);
      await made(ana, '/guests', { project, amount: 1 });
      assert.equal((await ana(`DELETE /teams/${team}`)).status, 204);
      assert.equal((await ana(`DELETE /projects/${project}`)).status, 204);
    });

    test('a guard counts, and an effect keeps what was counted', async (t) => {
      const { as } = await callers(t, await address());
      const ana = await as('ana');
      const project = (await made(ana, '/projects', { name: 'P' })).id;
      await made(ana, '/members', { project, user: 'ana', role: 'owner' });
      for (const number of [1, 2, 3]) {
        const task = await made(ana, '/tasks', { project, title: 'T', agent: 'z' });
        assert.equal(task.number, number);
      }
      const { status, code } = await ana('POST /tasks', { project, title: 'T', agent: 'z' });
      assert.deepEqual([status, code], [409, 'too_many']);
      assert.equal((await made(ana, '/tasks', { project, title: 'T' })).number, 4);
      const [first] = (await ana('GET /tasks')).json.data;
      assert.equal((await ana(`POST /tasks/${first.id}/close`)).status, 200);
      await made(ana, '/tasks', { project, title: 'T', agent: 'z' });
    });
  });
}

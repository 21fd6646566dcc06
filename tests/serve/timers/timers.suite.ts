import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { beat } from '../../../src/serve/timers.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { createFailures, failingAt } from '../../support/transcript-failures.ts';
import { keptClients } from '../references/kept.fixture.ts';
import { type Instance, type Instances, instancesOf } from '../support/instances.fixture.ts';
import { timed } from './timed.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 1, 9);

async function ticket(instance: Instance, more: object = {}, shop?: string): Promise<string> {
  const made = await instance.ask('POST /tickets', { title: 'a', ...more }, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return `/tickets/${made.json.id}`;
}

async function held(instance: Instance, more: object = {}, shop?: string): Promise<string> {
  const path = await ticket(instance, more, shop);
  assert.equal((await instance.ask(`POST ${path}/hold`, undefined, shop)).status, 200);
  return path;
}

/** Some members of a record. */
async function shown(instance: Instance, path: string, ...names: readonly string[]): Promise<readonly unknown[]> {
  const got = await instance.ask(`GET ${path}`);
  return got.status === 200 ? names.map((name) => got.json[name]) : [got.status];
}

/** What the time does to records, on a store. */
export function timersSuite(name: string, open: OpenForTest): void {
  const prepare = (t: TestContext, document = timed): Promise<Instances> => instancesOf(t, open, document);
  const alone = async (t: TestContext): Promise<Instance & { readonly logged: string[] }> => {
    const instances = await prepare(t);
    return { ...(await instances.start(start)), logged: instances.logged };
  };

  describe(`what the time does, ${name}`, () => {
    test('`after` counts from entering the state; a row that names the state enters it again, `same` does not', async (t) => {
      const instance = await alone(t);
      const [left, kept, noted] = [await held(instance), await held(instance), await held(instance)];
      const other = await held(instance, {}, 'south');
      await instance.clock.advance(9 * minute);
      assert.equal((await instance.ask(`POST ${kept}/extend`)).status, 200);
      assert.equal((await instance.ask(`POST ${noted}/note`)).status, 200);
      await instance.clock.advance(minute - 1);
      assert.deepEqual(await shown(instance, left, 'status'), ['held']);
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, left, 'status', 'rounds', 'reminders'), ['new', 1, 1]);
      assert.deepEqual(await shown(instance, kept, 'status'), ['held']);
      assert.deepEqual(await shown(instance, noted, 'status', 'note'), ['new', 'kept']);
      assert.equal((await instance.ask(`GET ${other}`, undefined, 'south')).json.status, 'new');
      assert.equal((await instance.ask(`GET ${other}`)).status, 404);
      await instance.clock.advance(9 * minute);
      assert.deepEqual(await shown(instance, kept, 'status', 'rounds'), ['new', 1]);
    });

    test('no record waits longer than its time because the clock was set back while no instance ran', async (t) => {
      const instances = await prepare(t);
      const one = await instances.start(start);
      const [path, other] = [await held(one), await held(one, {}, 'south')];
      const due = await ticket(one, { due_on: '2026-11-01' });
      await one.close();
      const two = await instances.start(start - 3 * hour);
      await two.clock.advance(beat);
      await two.clock.advance(5 * minute - 1);
      assert.deepEqual(await shown(two, path, 'status', 'reminders'), ['held', 0]);
      await two.clock.advance(beat);
      assert.deepEqual(await shown(two, path, 'status', 'reminders'), ['held', 1]);
      await two.clock.advance(5 * minute);
      assert.deepEqual(await shown(two, path, 'status'), ['new']);
      assert.equal((await two.ask(`GET ${other}`, undefined, 'south')).json.status, 'new');
      assert.deepEqual(await shown(two, due, 'status'), ['new']);
      assert.deepEqual(
        instances.logged.filter((line) => line.includes('set back')),
        ['the clock was set back: timed transitions are counted from now {"records":2}'],
      );
      await two.close();
    });

    test('records that are written after the clock was set back are due on time', async (t) => {
      const instance = await alone(t);
      // a request for a record itself would take its transition
      const count = async (): Promise<number> => (await instance.ask('GET /tickets')).json.count;
      const late = { title: 'erase me', due_on: '1999-12-31' };
      await ticket(instance, late);
      await instance.clock.advance(beat);
      await instance.clock.advance(day + beat);
      assert.equal(await count(), 0);
      instance.clock.setBack(2 * day);
      await instance.clock.advance(beat);
      await ticket(instance, late);
      await instance.clock.advance(beat);
      // all records are looked at now, so it is half a minute until the next time
      await instance.clock.advance(day - beat);
      assert.equal(await count(), 1);
      await instance.clock.advance(beat);
      await instance.clock.advance(beat);
      assert.equal(await count(), 0);
    });

    test('a row that leaves the record in its state takes effect once for each entry, also over a restart', async (t) => {
      const instances = await prepare(t);
      const one = await instances.start(start);
      const path = await held(one);
      await one.clock.advance(6 * minute);
      assert.deepEqual(await shown(one, path, 'reminders'), [1]);
      await one.ask(`POST ${path}/note`);
      await one.clock.advance(minute);
      assert.deepEqual(await shown(one, path, 'reminders', 'note'), [1, 'kept']);
      await one.close();
      const two = await instances.start(start + 8 * minute);
      await two.clock.advance(beat);
      assert.deepEqual(await shown(two, path, 'reminders'), [1]);
      await two.ask(`POST ${path}/extend`);
      await two.clock.advance(6 * minute);
      assert.deepEqual(await shown(two, path, 'reminders'), [2]);
    });

    test('`at` follows its field: the end of a date, a moment, none, one that is past', async (t) => {
      const instance = await alone(t);
      const dated = await ticket(instance, { due_on: '2026-11-02' });
      const timely = await ticket(instance, { starts_at: '2026-11-01T12:00:00+01:00' });
      const never = await ticket(instance);
      const past = await ticket(instance, { due_on: '1999-12-31' });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, past, 'status'), ['late']);
      await instance.clock.advance(2 * hour - 2 * beat);
      assert.deepEqual(await shown(instance, timely, 'status'), ['new']);
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, timely, 'status', 'limit'), ['held', 100]);
      await instance.clock.advance(Date.UTC(2026, 10, 3) - instance.clock.platform.now() - 1);
      assert.deepEqual(await shown(instance, dated, 'status'), ['new']);
      await instance.ask(`PATCH ${dated}`, { due_on: '2026-11-04' });
      await instance.clock.advance(day);
      assert.deepEqual(await shown(instance, dated, 'status'), ['new']);
      await instance.ask(`PATCH ${dated}`, { due_on: '2026-11-01' });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, dated, 'status'), ['late']);
      await instance.clock.advance(30 * day);
      assert.deepEqual(await shown(instance, never, 'status'), ['new']);
    });

    test('where no guard holds nothing happens; each later change of the record is another try', async (t) => {
      const instance = await alone(t);
      const path = await ticket(instance, { title: 'never', starts_at: '2026-11-01T10:00:00Z' });
      await instance.clock.advance(2 * hour);
      assert.deepEqual(await shown(instance, path, 'status'), ['new']);
      const { tag } = await instance.ask(`GET ${path}`);
      await instance.clock.advance(hour);
      assert.equal((await instance.ask(`GET ${path}`)).tag, tag);
      await instance.ask(`PATCH ${path}`, { limit: 3 });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, path, 'status'), ['new']);
      await instance.ask(`PATCH ${path}`, { title: 'now' });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, path, 'status'), ['held']);
      assert.deepEqual(instance.logged, []);
    });

    test('an effect that fails leaves the record as it was, is logged once, and is tried after the next change', async (t) => {
      const instance = await alone(t);
      const path = await ticket(instance, { divisor: 0, starts_at: '2026-11-01T10:00:00Z' });
      await instance.clock.advance(2 * hour);
      await instance.clock.advance(beat);
      await instance.clock.advance(hour);
      assert.deepEqual(await shown(instance, path, 'status', 'limit'), ['new', 10]);
      assert.equal(instance.logged.length, 1, instance.logged.join('\n'));
      assert.match(instance.logged[0]!, /timed transition was rejected .*start Ticket.*\/limit/);
      await instance.ask(`PATCH ${path}`, { divisor: 2 });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, path, 'status', 'limit'), ['held', 50]);
    });

    test('a row that an error of the store ended is tried again after a minute, and logged once', async (t) => {
      const failures = createFailures(['--watched']);
      const failing: OpenForTest = async (test, plan) => {
        const stores = await open(test, plan);
        return async () => failingAt(await stores(), failures);
      };
      const instances = await instancesOf(t, failing, timed);
      const instance = await instances.start(start);
      const [path, other] = [await held(instance), await held(instance, {}, 'south')];
      failures.set(['transaction.update']);
      await instance.clock.advance(11 * minute);
      assert.equal(instances.logged.length, 4, instances.logged.join('\n'));
      for (const line of instances.logged) assert.match(line, /a timed transition failed .*disk I\/O error/);
      failures.set([]);
      await instance.clock.advance(2 * minute);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds', 'reminders'), ['new', 1, 1]);
      assert.equal((await instance.ask(`GET ${other}`, undefined, 'south')).json.status, 'new');
      assert.equal(instances.logged.length, 4, instances.logged.join('\n'));
    });

    test('a `delete` row with a time deletes by itself: into a state that is gone, or for good', async (t) => {
      const instance = await alone(t);
      const [kept, erased] = [
        await ticket(instance, { due_on: '2026-10-01' }),
        await ticket(instance, { due_on: '2026-10-01' }),
      ];
      const stays = await ticket(instance, { due_on: '2026-10-01' });
      await instance.clock.advance(beat);
      await instance.ask(`POST ${kept}/close`);
      await instance.ask(`PATCH ${erased}`, { title: 'erase me' });
      await instance.clock.advance(7 * day);
      assert.deepEqual(await shown(instance, kept, 'status'), [410]);
      assert.deepEqual(await shown(instance, erased, 'status'), [404]);
      assert.deepEqual(await shown(instance, stays, 'status'), ['late']);
      const list = await instance.ask('GET /tickets');
      assert.deepEqual([list.json.count, list.json.data.length], [1, 1]);
      assert.equal((await instance.ask(`GET ${kept}`, undefined, 'south')).status, 404);
    });

    test('a `delete` row with a time that other records hold back is tried again, and told once', async (t) => {
      const rows = '| From | Transition | To |\n| --- | --- | --- |\n| here | delete | left |';
      assert.ok(keptClients.includes(rows));
      const turned = rows
        .replace('| To |', '| To | Trigger |')
        .replace('| --- |\n', '| --- | --- |\n')
        .replace('| left |', '| left | after 1 day |');
      const instances = await prepare(t, keptClients.replace(rows, turned));
      const instance = await instances.start(start);
      const client = (await instance.ask('POST /clients', { name: 'Ada' })).json.id;
      const theirs = (await instance.ask('POST /clients', { name: 'Bob' }, 'south')).json.id;
      const order = (await instance.ask('POST /orders', { client })).json.id;
      await instance.clock.advance(day + 3 * minute);
      assert.equal((await instance.ask(`GET /clients/${client}`)).status, 200);
      assert.equal((await instance.ask(`GET /clients/${theirs}`, undefined, 'south')).status, 410);
      assert.equal(instances.logged.filter((line) => line.includes('was rejected')).length, 1);
      assert.equal((await instance.ask(`DELETE /orders/${order}`)).status, 204);
      await instance.clock.advance(2 * minute);
      assert.equal((await instance.ask(`GET /clients/${client}`)).status, 410);
    });

    test('what is due on the loaded record is run before the request, and stays done when that is refused', async (t) => {
      const instance = await alone(t);
      const path = await held(instance);
      const { tag } = await instance.ask(`GET ${path}`);
      await instance.ask(`PATCH ${path}`, { limit: 0 });
      // Nobody has looked since: the clock of the host alone is moved.
      instance.clock.move(10 * minute);
      const refused = await instance.ask(`POST ${path}/extend`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'wrong_state']);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds', 'reminders'), ['new', 1, 0]);
      assert.equal((await instance.ask(`POST ${path}/hold`)).json.rounds, 1);
      instance.clock.move(10 * minute);
      const stale = await instance.ask(`PATCH ${path}`, { limit: 1 }, 'north', { 'If-Match': tag! });
      assert.equal(stale.status, 412);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds'), ['new', 2]);
      instance.clock.move(minute);
      assert.equal((await instance.ask(`POST ${path}/hold`)).json.status, 'held');
    });

    test('a request of who may not see the record is told nothing', async (t) => {
      const instance = await alone(t);
      const path = await held(instance);
      instance.clock.move(11 * minute);
      assert.equal((await instance.ask(`POST ${path}/extend`, undefined, 'south')).status, 404);
      assert.equal((await instance.ask(`POST ${path}/extend`)).status, 409);
    });

    test('what came due while nothing ran is done at the start, the oldest first, each once', async (t) => {
      const instances = await prepare(t);
      const one = await instances.start(start);
      const paths: string[] = [];
      for (let i = 0; i < 40; i++) paths.push(await held(one, {}, i % 2 === 0 ? 'north' : 'south'));
      await one.close();
      const two = await instances.start(start + day);
      const three = await instances.start(start + day);
      await Promise.all([two.clock.advance(beat), three.clock.advance(beat)]);
      for (const [i, path] of paths.entries()) {
        const got = await two.ask(`GET ${path}`, undefined, i % 2 === 0 ? 'north' : 'south');
        assert.deepEqual([got.json.status, got.json.rounds, got.json.reminders], ['new', 1, 1]);
        // Written four times: created, held, reminded, expired.
        assert.match(got.tag!, /^"4-/);
      }
      assert.deepEqual(instances.logged, []);
    });

    test('entering the state again by time alone goes on, once each time', async (t) => {
      const instance = await alone(t);
      const path = await ticket(instance);
      await instance.ask(`POST ${path}/promote`);
      for (let hours = 1; hours <= 3; hours++) {
        await instance.clock.advance(hour);
        await instance.clock.advance(beat);
        assert.deepEqual(await shown(instance, path, 'stage', 'rounds'), ['second', hours * 10]);
      }
    });

    test('a row at a moment to which the time alone leads back takes effect once for each value of its field', async (t) => {
      const instance = await alone(t);
      const path = await ticket(instance, { starts_at: '2026-11-01T09:05:00Z' });
      await instance.clock.advance(5 * minute + beat);
      assert.deepEqual(await shown(instance, path, 'status'), ['held']);
      await instance.clock.advance(10 * minute + beat);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds'), ['new', 1]);
      await instance.clock.advance(hour);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds'), ['new', 1]);
      await instance.ask(`PATCH ${path}`, { starts_at: '2026-11-01T10:00:00Z' });
      await instance.clock.advance(beat);
      assert.deepEqual(await shown(instance, path, 'status'), ['held']);
      await instance.clock.advance(10 * minute + beat);
      assert.deepEqual(await shown(instance, path, 'status', 'rounds'), ['new', 2]);
    });

    test('a changed document applies to records that wait already', async (t) => {
      const instances = await prepare(t);
      const one = await instances.start(start);
      const path = await held(one);
      await one.close();
      const changed = timed.replace('after 10 minutes', 'after 2 hours');
      const two = await instances.start(start + hour, changed);
      await two.clock.advance(beat);
      assert.deepEqual(await shown(two, path, 'status'), ['held']);
      await two.clock.advance(hour);
      assert.deepEqual(await shown(two, path, 'status'), ['new']);
    });

    test('what another process has changed behind what was looked at is found again', async (t) => {
      const instances = await prepare(t);
      const one = await instances.start(start);
      const path = await ticket(one, { title: 'never', starts_at: '2026-11-01T09:30:00Z' });
      await one.clock.advance(hour);
      const two = await instances.start(start + hour);
      await two.ask(`PATCH ${path}`, { title: 'now' });
      await two.close();
      assert.deepEqual(await shown(one, path, 'status'), ['new']);
      await one.clock.advance(31_000);
      await one.clock.advance(beat);
      assert.deepEqual(await shown(one, path, 'status'), ['held']);
    });
  });
}

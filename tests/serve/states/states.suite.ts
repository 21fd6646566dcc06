import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { beat } from '../../../src/serve/timers.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type Got, type Instance, instancesOf } from '../support/instances.fixture.ts';
import { timed } from '../timers/timed.fixture.ts';

const week = 7 * 24 * 3_600_000;
const start = Date.UTC(2026, 10, 1, 9);

async function made(instance: Instance, more: object = {}): Promise<string> {
  const got = await instance.ask('POST /tickets', { title: 'a', ...more });
  assert.equal(got.status, 201, JSON.stringify(got.json));
  return `/tickets/${got.json.id}`;
}

async function done(instance: Instance, line: string, body?: unknown): Promise<void> {
  const got = await instance.ask(line, body);
  assert.ok(got.status < 300, `${line}: ${got.status} ${JSON.stringify(got.json)}`);
}

const late = { due_on: '1999-12-31' };

/** Brings a new record into each state. */
const reach: Readonly<Record<string, (instance: Instance) => Promise<string>>> = {
  new: (instance) => made(instance),
  async held(instance) {
    const path = await made(instance);
    await done(instance, `POST ${path}/hold`);
    return path;
  },
  async late(instance) {
    const path = await made(instance, late);
    await instance.clock.advance(beat);
    return path;
  },
  async closed(instance) {
    const path = await reach.late!(instance);
    await done(instance, `POST ${path}/close`);
    return path;
  },
  async away(instance) {
    const path = await reach.closed!(instance);
    await instance.clock.advance(week);
    return path;
  },
};

/** Every way to write a ticket, and what it comes to in each state that is not gone: the state behind it, or the refusal. */
const writes: readonly (readonly [line: string, body: unknown, ends: Readonly<Record<string, string>>])[] = [
  ['POST /hold', undefined, { new: 'held', held: 'wrong_state', late: 'wrong_state', closed: 'wrong_state' }],
  ['POST /extend', undefined, { new: 'wrong_state', held: 'held', late: 'wrong_state', closed: 'wrong_state' }],
  ['POST /note', undefined, { new: 'wrong_state', held: 'held', late: 'wrong_state', closed: 'wrong_state' }],
  ['POST /close', undefined, { new: 'not_late', held: 'not_late', late: 'closed', closed: 'wrong_state' }],
  ['POST /promote', undefined, { new: 'new', held: 'held', late: 'late', closed: 'closed' }],
  ['PATCH ', { limit: 3 }, { new: 'new', held: 'held', late: 'late', closed: 'closed' }],
  ['PATCH ', { title: 'bad' }, { new: 'refused', held: 'refused', late: 'refused', closed: 'refused' }],
  ['PATCH ', { status: 'held' }, { new: 'invalid', held: 'held', late: 'invalid', closed: 'invalid' }],
  ['PATCH ', { stage: 'third' }, { new: 'invalid', held: 'invalid', late: 'invalid', closed: 'invalid' }],
  ['PUT ', { title: 'b' }, { new: 'new', held: 'held', late: 'late', closed: 'closed' }],
  ['PUT ', { title: 'bad' }, { new: 'refused', held: 'refused', late: 'refused', closed: 'refused' }],
  ['PUT ', { title: 'b', status: 'closed' }, { new: 'invalid', held: 'invalid', late: 'invalid', closed: 'closed' }],
  ['DELETE ', undefined, { new: 'erased', held: 'erased', late: 'erased', closed: 'erased' }],
];

/** That what a document states of states cannot be bypassed, on a store. */
export function statesSuite(name: string, open: OpenForTest): void {
  const alone = async (t: TestContext, document = timed): Promise<Instance> =>
    (await instancesOf(t, open, document)).start(start);

  describe(`states, ${name}`, () => {
    test('every way to write is tried from every state, and comes to what the tables say', async (t) => {
      const instance = await alone(t);
      const states = ['new', 'held', 'late', 'closed'];
      for (const state of states) {
        for (const [line, body, ends] of writes) {
          const path = await reach[state]!(instance);
          const before = await instance.ask(`GET ${path}`);
          assert.equal(before.json.status, state);
          const [method, rest] = line.split(' ');
          const other = await instance.ask(`${method} ${path}${rest}`, body, 'south');
          assert.equal(other.status, 404, `${line} of another shop`);
          const got = await instance.ask(`${method} ${path}${rest}`, body);
          assert.equal(
            outcome(got),
            ends[state],
            `${state}: ${line} ${JSON.stringify(body)}: ${JSON.stringify(got.json)}`,
          );
          const after = await instance.ask(`GET ${path}`);
          if (got.status >= 400) assert.deepEqual(after.json, before.json, 'a refusal leaves all as it was');
        }
      }
    });

    test('a record that is gone answers so to everything, is in no list, and is hidden from others', async (t) => {
      const instance = await alone(t);
      const path = await reach.away!(instance);
      const stays = await made(instance);
      for (const [line, body] of [...writes, ['GET ', undefined] as const]) {
        const [method, rest] = line.split(' ');
        assert.equal((await instance.ask(`${method} ${path}${rest}`, body)).status, 410, line);
        assert.equal((await instance.ask(`${method} ${path}${rest}`, body, 'south')).status, 404, line);
      }
      const { json } = await instance.ask('GET /tickets');
      assert.deepEqual([json.count, json.data.map(({ id }: { id: string }) => `/tickets/${id}`)], [1, [stays]]);
    });

    test('the unique values of a record that is gone stay taken', async (t) => {
      const instance = await alone(t);
      const path = await made(instance, late);
      await done(instance, `POST ${path}/promote`);
      await done(instance, `PATCH ${path}`, { code: 'X1' });
      await done(instance, `POST ${path}/close`);
      await instance.clock.advance(week);
      assert.equal((await instance.ask(`GET ${path}`)).status, 410);
      const next = await made(instance);
      await done(instance, `POST ${next}/promote`);
      assert.equal((await instance.ask(`PATCH ${next}`, { code: 'X1' })).json.code, 'taken');
      await done(instance, `PATCH ${next}`, { code: 'X2' });
    });

    test('each state field has its own states, moments and rows', async (t) => {
      const instance = await alone(t);
      const path = await reach.held!(instance);
      assert.deepEqual(await both(instance, path), ['held', 'first']);
      await done(instance, `POST ${path}/promote`);
      assert.deepEqual(await both(instance, path), ['held', 'second']);
      await instance.clock.advance(10 * 60_000);
      assert.deepEqual(await both(instance, path), ['new', 'second']);
    });

    test('fields by state bind creation, updates and transitions', async (t) => {
      const instance = await alone(t);
      const pointer = (got: Got): unknown => got.json.errors?.[0]?.pointer;
      const early = await instance.ask('POST /tickets', { title: 'a', code: 'X' });
      assert.deepEqual([early.status, pointer(early)], [422, '/code']);
      const path = await made(instance);
      assert.equal((await instance.ask(`PATCH ${path}`, { code: 'X' })).status, 422);
      await done(instance, `POST ${path}/promote`);
      const fixed = await instance.ask(`PATCH ${path}`, { title: 'b' });
      assert.deepEqual([fixed.status, fixed.json.code, pointer(fixed)], [409, 'wrong_state', '/title']);
      await done(instance, `PATCH ${path}`, { title: 'a', limit: 7 });
      const bare = await instance.ask(`POST ${path}/promote`);
      assert.deepEqual([bare.status, pointer(bare)], [422, '/code']);
      assert.deepEqual(await both(instance, path), ['new', 'second']);
      await done(instance, `PATCH ${path}`, { code: 'X' });
      await done(instance, `POST ${path}/promote`);
      const without = await instance.ask(`PATCH ${path}`, { code: null });
      assert.deepEqual([without.status, pointer(without)], [422, '/code']);
    });

    test('`any other` that means no state at all opens none', async (t) => {
      const instance = await alone(
        t,
        timed
          .replace('| late_only | close | `status == "late"` |', '| titled | close | `title != ""` |')
          .replace('| late | close | closed |', '| new, held, late | close | closed |'),
      );
      const path = await made(instance);
      await done(instance, `POST ${path}/close`);
      const again = await instance.ask(`POST ${path}/close`);
      assert.deepEqual([again.status, again.json.code], [409, 'wrong_state']);
    });

    test('of fifty who ask at once exactly as many succeed as the tables allow', async (t) => {
      const instance = await alone(t);
      const fifty = (line: string): Promise<Got[]> => Promise.all(Array.from({ length: 50 }, () => instance.ask(line)));
      const count = (all: readonly Got[], status: number): number => all.filter((got) => got.status === status).length;
      const path = await made(instance);
      const held = await fifty(`POST ${path}/hold`);
      assert.deepEqual([count(held, 200), count(held, 409)], [1, 49]);
      const extended = await fifty(`POST ${path}/extend`);
      assert.equal(count(extended, 200), 50);
      const deleted = await fifty(`DELETE ${path}`);
      assert.deepEqual([count(deleted, 204), count(deleted, 404)], [1, 49]);
      const { id } = (await instance.ask('POST /counters')).json;
      const raised = await fifty(`POST /counters/${id}/raise`);
      assert.equal(count(raised, 200), 50);
      assert.deepEqual(
        raised.map(({ json }) => json.count).sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
    });
  });
}

function outcome({ status, json }: Got): string {
  if (status === 204) return 'erased';
  return status < 300 ? json.status : json.code;
}

async function both(instance: Instance, path: string): Promise<readonly unknown[]> {
  const { status, stage } = (await instance.ask(`GET ${path}`)).json;
  return [status, stage];
}

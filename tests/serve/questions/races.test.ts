import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { desk } from './desk.fixture.ts';

const together = 50;
const day = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`;

const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ['on SQLite', async () => 'sqlite::memory:', 1],
  ['on PostgreSQL', freshDatabase, 1],
  ['on three instances', freshDatabase, 3],
];

for (const [name, address, instances] of places) {
  describe(`callers who ask at the same time ${name}`, () => {
    test('exactly as many succeed as may', async (t) => {
      const at = await address();
      const all: Served[] = [];
      for (let i = 0; i < instances; i++) all.push(await serveIn(t, desk, {}, undefined, at));
      const key = await all[0]!.key(['all'], {}, { subject: 'ana' });
      const made = async (path: string, body: object): Promise<string> => {
        const got = await all[0]!.ask(`POST ${path}`, { key, body });
        assert.equal(got.status, 201, got.text);
        return got.json.id;
      };
      const race = async (lineOf: (i: number) => string, bodyOf: (i: number) => object | undefined) => {
        const got = await Promise.all(
          Array.from({ length: together }, (_, i) =>
            all[i % instances]!.ask(lineOf(i), { key, ...(bodyOf(i) && { body: bodyOf(i) }) }),
          ),
        );
        const counts = Map.groupBy(got, ({ status, json }) => (status < 300 ? 'done' : String(json?.code)));
        return Object.fromEntries([...counts].map(([code, some]) => [code, some.length]));
      };
      const post = (path: string) => () => `POST ${path}`;

      const room = await made('/rooms', { name: 'A' });
      const booked = await race(post('/bookings'), () => ({ room, starts_at: day(10), ends_at: day(11) }));
      assert.deepEqual(booked, { done: 1, room_taken: together - 1 });

      const budget = await made('/budgets', { total: 70 });
      const allocated = await race(post('/allocations'), () => ({ budget, amount: 10 }));
      assert.deepEqual(allocated, { done: 7, over_budget: together - 7 });

      const project = await made('/projects', { name: 'P' });
      await made('/members', { project, user: 'ana', role: 'owner' });
      const opened = await race(post('/tasks'), () => ({ project, title: 'T', agent: 'z' }));
      assert.deepEqual(opened, { done: 3, too_many: together - 3 });

      const owners: string[] = [];
      for (let i = 1; i < 8; i++) owners.push(await made('/members', { project, user: `u${i}`, role: 'owner' }));
      const list = await all[0]!.ask(`GET /members?limit=100`, { key });
      const ids = list.json.data.map(({ id }: { id: string }) => id);
      const left = await race(
        (i) => `PATCH /members/${ids[i % ids.length]}`,
        () => ({ role: 'viewer' }),
      );
      assert.equal(left.done! + left.last_owner!, together, JSON.stringify(left));
      const after = await all[0]!.ask(`GET /members?limit=100`, { key });
      const owning = after.json.data.filter(({ role }: { role: string }) => role === 'owner');
      assert.equal(owning.length, 1);
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });
  });
}

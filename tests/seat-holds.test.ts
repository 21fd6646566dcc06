import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bothStores } from './serve/support/both-stores.fixture.ts';
import { type Instance, instancesOf } from './serve/support/instances.fixture.ts';
import { storesInFolder } from './serve/support/stores.fixture.ts';
import { inFolder, root, serve } from './support/process.ts';

const file = join(root, 'examples/seat-holds/seat-holds.md');
const document = readFileSync(file, 'utf8');
const start = Date.UTC(2027, 4, 1, 19);
const minute = 60_000;

async function seat(instance: Instance, place: string, house?: string): Promise<string> {
  const made = await instance.ask('POST /seats', { show: 'Hamlet', place, price: 4200 }, house);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  assert.deepEqual([made.json.status, made.json.buyer], ['free', null]);
  return `/seats/${made.json.id}`;
}

for (const [name, open] of bothStores) {
  describe(`seats are held, bought and free again, ${name}`, () => {
    test('a seat that is held and not bought is free again after ten minutes, not before', async (t) => {
      const instance = await (await instancesOf(t, open, document)).start(start);
      const path = await seat(instance, 'A1');
      const held = await instance.ask(`POST ${path}/hold`, { buyer: 'ada' });
      assert.deepEqual([held.json.status, held.json.buyer], ['held', 'ada']);
      await instance.clock.advance(10 * minute - 1);
      assert.equal((await instance.ask(`GET ${path}`)).json.status, 'held');
      assert.equal((await instance.ask(`POST ${path}/hold`, { buyer: 'bob' })).json.code, 'too_late');
      await instance.clock.advance(250);
      const free = (await instance.ask(`GET ${path}`)).json;
      assert.deepEqual([free.status, free.buyer], ['free', null]);
      assert.equal((await instance.ask(`POST ${path}/buy`, { buyer: 'ada' })).json.code, 'too_late');
      assert.equal((await instance.ask(`POST ${path}/hold`, { buyer: 'bob' })).json.buyer, 'bob');
    });

    test('who holds a seat buys it or gives it back; nobody else does; a sold seat stays sold', async (t) => {
      const instance = await (await instancesOf(t, open, document)).start(start);
      const path = await seat(instance, 'A1');
      await instance.ask(`POST ${path}/hold`, { buyer: 'ada' });
      for (const verb of ['buy', 'release']) {
        const other = await instance.ask(`POST ${path}/${verb}`, { buyer: 'bob' });
        assert.deepEqual([other.status, other.json.code], [409, 'held_by_another']);
        assert.equal((await instance.ask(`POST ${path}/${verb}`, { buyer: 'ada' }, 'south')).status, 404);
      }
      assert.equal((await instance.ask(`POST ${path}/release`, { buyer: 'ada' })).json.status, 'free');
      await instance.ask(`POST ${path}/hold`, { buyer: 'ada' });
      await instance.clock.advance(9 * minute);
      const sold = (await instance.ask(`POST ${path}/buy`, { buyer: 'ada' })).json;
      assert.deepEqual([sold.status, sold.bought_at], ['sold', '2027-05-01T19:09:00.000Z']);
      await instance.clock.advance(60 * minute);
      assert.equal((await instance.ask(`GET ${path}`)).json.status, 'sold');
      assert.equal((await instance.ask(`PATCH ${path}`, { price: 1 })).json.code, 'too_late');
      assert.equal((await instance.ask(`DELETE ${path}`)).json.code, 'too_late');
    });

    test('the last second of a hold is the last: a request that comes late finds the seat free', async (t) => {
      const instance = await (await instancesOf(t, open, document)).start(start);
      const path = await seat(instance, 'A1');
      await instance.ask(`POST ${path}/hold`, { buyer: 'ada' });
      instance.clock.move(10 * minute);
      assert.equal((await instance.ask(`POST ${path}/buy`, { buyer: 'ada' })).json.code, 'too_late');
      assert.equal((await instance.ask(`POST ${path}/hold`, { buyer: 'bob' })).json.buyer, 'bob');
    });
  });
}

/** Asks as many at once as there are buyers; gives the statuses. */
async function all(address: string, key: string, path: string, buyers: readonly string[]): Promise<readonly number[]> {
  const answers = buyers.map(async (buyer) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify({ buyer }) });
    await response.arrayBuffer();
    return response.status;
  });
  return Promise.all(answers);
}

for (const [name, addressOf] of storesInFolder) {
  test(`of fifty buyers who want one seat at once exactly one gets it, over HTTP and ${name}`, async () => {
    await inFolder(async (folder) => {
      const running = await serve(file, ['--store', await addressOf(folder)]);
      try {
        const key = running.key!;
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        const buyers = Array.from({ length: 50 }, (_, i) => `buyer ${i}`);
        for (const place of ['A1', 'A2', 'A3']) {
          const body = JSON.stringify({ show: 'Hamlet', place, price: 4200 });
          const made = await fetch(`${running.address}/seats`, { method: 'POST', headers, body });
          const { id } = (await made.json()) as { id: string };
          const held = await all(running.address, key, `/seats/${id}/hold`, buyers);
          assert.deepEqual(count(held), { 200: 1, 409: 49 });
          const winner = buyers[held.indexOf(200)]!;
          const read = (await (await fetch(`${running.address}/seats/${id}`, { headers })).json()) as object;
          assert.deepEqual({ ...read, id }, { ...read, id, status: 'held', buyer: winner });
          const bought = await all(running.address, key, `/seats/${id}/buy`, buyers);
          assert.deepEqual(count(bought), { 200: 1, 409: 49 });
          assert.equal(bought.indexOf(200), held.indexOf(200));
        }
      } finally {
        await running.stop();
      }
    });
  });
}

function count(statuses: readonly number[]): Record<number, number> {
  const counted: Record<number, number> = {};
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreConflictError } from '../../../src/contracts/store.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { transferring, transfers } from './transfers.fixture.ts';

const houses = ['a', 'b'] as const;
const accounts = 6;
const balance = 1_000;

/** Makes the accounts of a house; `move` moves one unit between two of them. */
async function openHouse(instances: readonly Served[], house: string) {
  const key = await instances[0]!.key(['all', 'move'], { house });
  const ids: number[] = [];
  for (let nth = 0; nth < accounts; nth++) {
    const { json } = await instances[0]!.ask('POST /accounts', { key, body: { balance } });
    ids.push(json.id);
  }
  const move = (nth: number) => {
    const from = ids[nth % accounts];
    const to = ids[(nth * 2 + 1) % accounts] === from ? ids[(nth + 1) % accounts] : ids[(nth * 2 + 1) % accounts];
    return instances[nth % instances.length]!.ask('POST /move', { key, body: { from, to, amount: 1 } });
  };
  const total = async () => {
    const read = await Promise.all(ids.map((id) => instances[0]!.ask(`GET /accounts/${id}`, { key })));
    return read.reduce((sum, { json }) => sum + json.balance, 0);
  };
  return { move, total };
}

for (const [name, address] of everyStore) {
  describe(`handlers that use the same records and numbers at once ${name}`, () => {
    test('are all done, with numbers without a gap in each house', async (t) => {
      const place = await address();
      const count = name === 'on PostgreSQL' ? 2 : 1;
      const instances: Served[] = [];
      for (let nth = 0; nth < count; nth++) {
        instances.push(await serveIn(t, transfers, {}, undefined, place, transferring));
      }
      for (const house of await Promise.all(houses.map((each) => openHouse(instances, each)))) {
        const got = await Promise.all(Array.from({ length: 16 }, (_, nth) => house.move(nth)));
        assert.deepEqual(
          got.map(({ status }) => status),
          got.map(() => 201),
        );
        const numbers = got.map(({ json }) => json.number).sort((a, b) => a - b);
        assert.deepEqual(
          numbers,
          numbers.map((_, at) => at + 1),
        );
        assert.equal(await house.total(), accounts * balance);
      }
      for (const { logged } of instances) assert.deepEqual(logged, []);
    });
  });
}

test('a request whose transaction always conflicts is unavailable, and the log names the conflict once', async (t) => {
  const served = await serveIn(t, transfers, {}, undefined, undefined, transferring);
  const key = await served.key(['all'], { house: 'a' });
  const store = served.store as { write: unknown };
  const { write } = store;
  store.write = () => Promise.reject(new StoreConflictError());
  const got = await Promise.all([1, 2].map(() => served.ask('POST /accounts', { key, body: { balance } })));
  store.write = write;
  assert.deepEqual(
    got.map(({ status }) => status),
    [503, 503],
  );
  assert.equal(served.logged.length, 1);
  assert.match(
    served.logged[0]!,
    /^requests conflicted with others until their time was over .*"error":"the transaction conflicted with others each time that it ran","requests":1/,
  );
});

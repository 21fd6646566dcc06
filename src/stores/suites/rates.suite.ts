import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  Counting,
  SlotRequest,
  SweepCursor,
  SweepResult,
  TokenBucketRequest,
} from '../../contracts/limits/counting.ts';
import { type OpenForTest, openShops } from './surroundings.suite.ts';

const ten: TokenBucketRequest = {
  name: 'calm',
  key: 'north',
  want: 1,
  holds: 10,
  perMillisecond: 10 / 60_000,
  now: 1_000_000,
  leasedUntil: 0,
  reserve: 0,
  largest: 10,
};

const place: SlotRequest = { name: 'few', key: 'north', instance: 'one', most: 3, now: 1_000 };

/** Looks through all, so many rows at a time; answers how many were forgotten. */
async function sweepTables(counting: Counting, now: number, most: number): Promise<number> {
  let sum = 0;
  for (let cursor: SweepCursor | undefined = { table: 0 }; cursor !== undefined; ) {
    const { deleted, next }: SweepResult = await counting.sweep(now, most, cursor);
    sum += deleted;
    cursor = next;
  }
  return sum;
}

/** The tests of what is counted across requests that every store passes. */
export function ratesSuite(open: OpenForTest): void {
  describe('buckets and places', () => {
    test('a bucket starts full, gives what it has and refills evenly', async (t) => {
      const { counting } = await openShops(t, open);
      const take = async (more: Partial<TokenBucketRequest>): Promise<number> =>
        (await counting.take({ ...ten, ...more })).granted;
      assert.equal(await take({ want: 8 }), 8);
      assert.equal(await take({ want: 8 }), 2);
      assert.equal(await take({}), 0);
      assert.equal(await take({ key: 'south', want: 50 }), 10);
      assert.equal(await take({ now: ten.now + 5_999 }), 0);
      assert.equal(await take({ now: ten.now + 6_000 }), 1);
      assert.equal(await take({ now: ten.now + 6_000 }), 0);
      assert.equal(await take({ now: ten.now + 30_000, want: 50 }), 4);
      assert.equal(await take({ now: ten.now + 600_000, want: 50 }), 10);
      assert.equal(await take({ now: ten.now + 300_000, want: 50 }), 0);
    });

    test('a bucket to which two sizes are given lets in no more than the larger, and at the smaller no more than it', async (t) => {
      const { counting } = await openShops(t, open);
      const large = { ...ten, want: 50 };
      const small = { ...large, holds: 6 };
      const granted = async (request: TokenBucketRequest): Promise<number> => (await counting.take(request)).granted;
      assert.equal(await granted(small), 6);
      assert.equal(await granted(large), 4);
      assert.equal(await granted(small), 0);
      assert.equal(await granted(large), 0);
      assert.equal(await granted({ ...small, now: ten.now + 24_000 }), 0);
      assert.equal(await granted({ ...large, now: ten.now + 24_000, want: 3 }), 3);
      assert.equal(await granted({ ...small, now: ten.now + 30_000 }), 0);
      assert.equal(await granted({ ...large, key: 'south', want: 2 }), 2);
      assert.equal(await granted({ ...small, key: 'south' }), 4);
    });

    test('what is handed back is there again, and no bucket gets more than it holds', async (t) => {
      const { counting } = await openShops(t, open);
      await counting.take({ ...ten, want: 6 });
      await counting.take({ ...ten, key: 'south', want: 10 });
      await counting.putBack('calm', 'north', 50);
      assert.equal((await counting.take({ ...ten, want: 50 })).granted, 10);
      assert.equal((await counting.take({ ...ten, key: 'south' })).granted, 0);
    });

    test('while tokens may be kept unused outside, a bucket refills to no more than the rest', async (t) => {
      const { counting } = await openShops(t, open);
      const leased = {
        ...ten,
        holds: 1000,
        largest: 1000,
        perMillisecond: 1,
        reserve: 10,
        leasedUntil: ten.now + 3_000,
      };
      assert.equal((await counting.take({ ...leased, want: 60 })).granted, 60);
      const during = await counting.take({ ...leased, leasedUntil: 0, now: ten.now + 2_000, want: 5000 });
      assert.equal(during.granted, 990);
      await counting.take({ ...leased, key: 'south', want: 4 });
      assert.equal((await counting.take({ ...leased, key: 'south', now: ten.now + 2_000, want: 5000 })).granted, 996);
      await counting.take({ ...leased, key: 'west', want: 60 });
      const after = { ...leased, key: 'west', leasedUntil: 0, now: ten.now + 3_010, want: 5000 };
      assert.equal((await counting.take(after)).granted, 1000);
    });

    test('many at once are given no more than there is', async (t) => {
      const opened = await open(t, (await import('../../../tests/support/plans.ts')).shops);
      const stores = [await opened(), await opened(), await opened()];
      const taken = await Promise.all(
        Array.from({ length: 60 }, async (_, i) => (await stores[i % 3]!.counting.take(ten)).granted),
      );
      assert.equal(
        taken.reduce((sum, granted) => sum + granted, 0),
        10,
      );
    });

    test('a bucket outlives its store being closed', async (t) => {
      const opened = await open(t, (await import('../../../tests/support/plans.ts')).shops);
      const store = await opened();
      await store.counting.take({ ...ten, want: 9 });
      await store.close();
      assert.equal((await (await opened()).counting.take({ ...ten, want: 9 })).granted, 1);
    });

    test('a full bucket is forgotten, one that lacks something is kept', async (t) => {
      const { counting } = await openShops(t, open);
      await counting.take({ ...ten, want: 5 });
      await counting.take({ ...ten, key: 'south', want: 9 });
      assert.equal(await sweepTables(counting, ten.now + 29_000, 100), 0);
      assert.equal(await sweepTables(counting, ten.now + 31_000, 100), 1);
      assert.equal((await counting.take({ ...ten, key: 'south', want: 9 })).granted, 1);
    });

    test('all is looked through piece by piece, each row once', async (t) => {
      const { counting } = await openShops(t, open);
      const keys = Array.from({ length: 25 }, (_, i) => `key ${i}`);
      for (const [i, key] of keys.entries()) {
        for (const name of ['a', 'b']) await counting.take({ ...ten, name, key, want: i % 2 === 0 ? 1 : 10 });
        await counting.enter({ ...place, key });
        if (i % 5 === 0) await counting.leave({ ...place, key });
      }
      await counting.heartbeat('one', 1_000, 6_000);
      await counting.heartbeat('long gone', 1_000, 2_000);
      const gone = ten.now + 12_000;
      assert.equal(await sweepTables(counting, gone, 4), 2 * 13 + 25 + 2);
      assert.equal(await sweepTables(counting, gone, 4), 0);
      assert.equal((await counting.take({ ...ten, name: 'b', key: 'key 1', now: gone, want: 10 })).granted, 2);
    });

    test('places are taken up to the most, over all instances, each key for itself', async (t) => {
      const opened = await open(t, (await import('../../../tests/support/plans.ts')).shops);
      const stores = [await opened(), await opened()];
      for (const instance of ['one', 'two']) await stores[0]!.counting.heartbeat(instance, 1_000, 6_000);
      const asked = Array.from({ length: 20 }, async (_, i) =>
        stores[i % 2]!.counting.enter({ ...place, instance: i % 2 === 0 ? 'one' : 'two' }),
      );
      assert.equal((await Promise.all(asked)).filter((entered) => entered).length, 3);
      assert.equal(await stores[0]!.counting.enter({ ...place, key: 'south' }), true);
    });

    test('a place that is given back is free, and giving back more than was taken frees nothing', async (t) => {
      const { counting } = await openShops(t, open);
      await counting.heartbeat('one', 1_000, 6_000);
      for (let i = 0; i < 3; i++) assert.equal(await counting.enter(place), true);
      assert.equal(await counting.enter(place), false);
      await counting.leave(place);
      assert.equal(await counting.enter(place), true);
      for (let i = 0; i < 9; i++) await counting.leave(place);
      for (let i = 0; i < 3; i++) assert.equal(await counting.enter(place), true);
      assert.equal(await counting.enter(place), false);
    });

    test('what an instance said before the clock was set back holds a minute longer at most', async (t) => {
      const { counting } = await openShops(t, open);
      const hour = 3_600_000;
      await counting.heartbeat('killed', hour, hour + 5_000);
      for (let i = 0; i < 3; i++) await counting.enter({ ...place, instance: 'killed', now: hour });
      assert.equal(await counting.heartbeat('one', 1_000, 6_000), 1);
      assert.equal(await counting.enter(place), true);
      assert.equal(await sweepTables(counting, 1_000, 100), 1);
      assert.equal(await counting.heartbeat('one', hour, hour + 5_000), 1);
      assert.equal(await counting.enter({ ...place, now: hour }), true);
    });

    test('places that are stated anew add to those that are taken', async (t) => {
      const { counting } = await openShops(t, open);
      await counting.heartbeat('one', 1_000, 6_000);
      await counting.addSlots(place, 1);
      assert.equal(await counting.enter(place), true);
      await counting.addSlots(place, 1);
      assert.equal(await counting.enter(place), false);
      await counting.leave(place);
      assert.equal(await counting.enter(place), true);
    });

    test('the places of an instance that is silent, or has ended, are free', async (t) => {
      const { counting } = await openShops(t, open);
      assert.equal(await counting.heartbeat('one', 1_000, 6_000), 1);
      assert.equal(await counting.heartbeat('two', 1_000, 9_000), 2);
      for (const instance of ['one', 'one', 'two']) await counting.enter({ ...place, instance });
      assert.equal(await counting.enter({ ...place, instance: 'two', now: 5_999 }), false);
      assert.equal(await counting.heartbeat('two', 6_000, 9_000), 1);
      assert.equal(await counting.enter({ ...place, instance: 'two', now: 6_000 }), true);
      assert.equal(await counting.enter({ ...place, instance: 'two', now: 6_000 }), true);
      assert.equal(await counting.enter({ ...place, instance: 'two', now: 6_000 }), false);
      await counting.end('two');
      assert.equal(await counting.heartbeat('three', 6_000, 9_000), 1);
      assert.equal(await counting.enter({ ...place, instance: 'three', now: 6_000 }), true);
    });
  });
}

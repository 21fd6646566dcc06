import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LimitPlan } from '../../../src/plan/plan.ts';
import { type OpenLimiting, openLimiting } from '../../../src/serve/limits.ts';
import { shops } from '../../support/plans.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { handClock, idealBucket, planWith, rateLimit } from './limits.fixture.ts';

interface Fleet {
  readonly instances: OpenLimiting[];
  advance(milliseconds: number): Promise<void>;
  now(): number;
  /** Starts one more. */
  start(): Promise<OpenLimiting>;
}

type Test = Parameters<(typeof bothStores)[number][1]>[0];

/** Several instances with one clock over stores of one database. */
async function fleet(t: Test, open: (typeof bothStores)[number][1], limits: readonly LimitPlan[]): Promise<Fleet> {
  const plan = planWith(shops, ...limits);
  const clock = handClock();
  const instances: OpenLimiting[] = [];
  t.after(async () => {
    for (const limiting of instances) await limiting.close();
    assert.deepEqual(clock.logged, []);
  });
  const opened = await open(t, shops);
  return {
    instances,
    advance: clock.advance,
    now: clock.platform.now,
    async start() {
      const instance = openLimiting(plan, await opened(), clock.platform, []);
      instances.push(instance);
      // Its first word to the store.
      await instance.concurrency({ ...limits[0]!, name: 'none', kind: 'concurrency', value: { count: 1 } }).enter('');
      return instance;
    },
  };
}

/** How many of so many requests at once are let in. */
async function admitted(instance: OpenLimiting, limit: LimitPlan, key: string, requests: number): Promise<number> {
  const waits = await Promise.all(Array.from({ length: requests }, async () => instance.rate(limit).take(key)));
  return waits.filter((wait) => wait === 0).length;
}

for (const [name, open] of bothStores) {
  describe(`rates ${name}`, () => {
    test('a bucket lets in what it holds, then one at a time as it refills, each key for itself', async (t) => {
      const limit = rateLimit(10, 60_000, 4);
      const { start, advance } = await fleet(t, open, [limit]);
      const instance = await start();
      assert.equal(await admitted(instance, limit, 'north', 9), 4);
      assert.equal(await instance.rate(limit).take('north'), 6_000);
      assert.equal(await admitted(instance, limit, 'south', 9), 4);
      await advance(5_999);
      assert.equal(await instance.rate(limit).take('north'), 1);
      await advance(1);
      assert.equal(await admitted(instance, limit, 'north', 9), 1);
      await advance(600_000);
      assert.equal(await admitted(instance, limit, 'north', 9), 4);
    });

    test('whatever comes, no span of time sees more than its burst and its share', async (t) => {
      const runs = name === 'on SQLite' ? 25 : 5;
      const databases = await Promise.all(Array.from({ length: runs }, () => open(t, shops)));
      const pattern = fc.record({
        count: fc.constantFrom(1, 7, 150, 250, 900, 4000),
        milliseconds: fc.constantFrom(1000, 7000, 60_000),
        burst: fc.constantFrom(1, 1, 0.2, 3),
        instances: fc.integer({ min: 1, max: 3 }),
        joins: fc.boolean(),
        steps: fc.array(
          fc.record({
            rest: fc.constantFrom(0, 1, 3, 20, 400, 1100, 5200),
            at: fc.nat(2),
            requests: fc.integer({ min: 1, max: 400 }),
            skips: fc.integer({ min: 0, max: 20 }),
          }),
          { minLength: 5, maxLength: name === 'on SQLite' ? 60 : 25 },
        ),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(pattern, async ({ count, milliseconds, burst, instances, joins, steps }) => {
          const limit = rateLimit(count, milliseconds, Math.max(1, Math.ceil(count * burst)), { name: `run ${run}` });
          const clock = handClock();
          const database = databases[run++ % runs]!;
          const plan = planWith(shops, limit);
          const all: OpenLimiting[] = [];
          const join = async (): Promise<void> => {
            all.push(openLimiting(plan, await database(), clock.platform, []));
            await clock.advance(joins ? 0 : 10);
          };
          for (let i = 0; i < (joins ? 1 : instances); i++) await join();
          const ideal = idealBucket(limit);
          for (const { rest, at, requests, skips } of steps) {
            await clock.advance(rest);
            if (all.length < instances) await join();
            const got = await admitted(all[at % all.length]!, limit, 'north', Math.min(requests, 4 * count));
            for (let i = 0; i < got; i++) {
              const left = ideal.admit(clock.platform.now());
              assert.ok(left > -1e-6, `${left} left of ${JSON.stringify(limit.value)}`);
            }
            if (skips === 0) await clock.advance(30_000);
          }
          for (const limiting of all) await limiting.close();
          assert.deepEqual(clock.logged, []);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    });

    test('where demand is there, all instances together let in at least 99 %', async (t) => {
      for (const [count, milliseconds, burst, instances] of [
        [1000, 10_000, 1000, 1],
        [3000, 10_000, 3000, 3],
        [600, 1000, 100, 2],
        [90, 1000, 90, 3],
        [5, 2000, 5, 2],
      ] as const) {
        const limit = rateLimit(count, milliseconds, burst, { name: `${count} ${instances}` });
        const { start, instances: all, advance } = await fleet(t, open, [limit]);
        for (let i = 0; i < instances; i++) await start();
        let sum = 0;
        const beats = name === 'on SQLite' ? 400 : 80;
        const each = 4_000 / beats;
        const demand = Math.max(burst, Math.ceil((count / milliseconds) * each)) + 3;
        for (let beat = 0; beat <= beats; beat++) {
          for (const limiting of all)
            sum += await admitted(limiting, limit, 'north', beat === 0 ? demand : Math.min(demand, 60));
          await advance(each);
        }
        const most = burst + (count / milliseconds) * 4_000;
        assert.ok(sum <= most + 1e-6, `${sum} of ${most}`);
        assert.ok(sum >= Math.min(most * 0.99, most - 1) - 1e-6, `${sum} of ${most} at ${instances}`);
      }
    });

    test('a bucket does not refill by a restart, in order or by a kill', async (t) => {
      const limit = rateLimit(1000, 3_600_000);
      const { start, advance } = await fleet(t, open, [limit]);
      const one = await start();
      assert.equal(await admitted(one, limit, 'north', 400), 400);
      await one.close();
      const two = await start();
      assert.equal(await admitted(two, limit, 'north', 500), 500);
      // The third one starts while the second has not said that it ended.
      const three = await start();
      assert.equal(await admitted(three, limit, 'north', 500), 100);
      await advance(3_000);
      assert.equal(await admitted(three, limit, 'north', 500), 0);
    });

    test('what was leased and is not used is handed back within two seconds, and on close', async (t) => {
      const limit = rateLimit(1000, 100_000);
      const { start, advance } = await fleet(t, open, [limit]);
      const one = await start();
      assert.equal(await admitted(one, limit, 'north', 1), 1);
      await advance(2_000);
      const two = await start();
      // The one that was used comes back when nothing is leased any more.
      assert.equal(await admitted(two, limit, 'north', 2000), 999);
      await advance(50_000);
      assert.equal(await admitted(one, limit, 'north', 1), 1);
      await one.close();
      assert.equal(await admitted(two, limit, 'north', 2000), 499);
    });

    test('buckets of very many keys are not all kept near, and those that nobody asks for are forgotten', async (t) => {
      const limit = rateLimit(5, 1000);
      const { start, advance } = await fleet(t, open, [limit]);
      const instance = await start();
      const limiter = instance.rate(limit);
      for (let i = 0; i < (name === 'on SQLite' ? 12_000 : 500); i++) await limiter.take(`key ${i}`);
      const near = (): number => (limiter as typeof limiter & { readonly near: number }).near;
      assert.ok(near() <= 10_000 && near() > 100, String(near()));
      await advance(2_000);
      assert.equal(near(), 0);
    });

    test('taking back what was just let in leaves the bucket as it was', async (t) => {
      for (const limit of [rateLimit(3, 60_000), rateLimit(1000, 1_000_000, 1000, { name: 'leased' })]) {
        const { start } = await fleet(t, open, [limit]);
        const limiter = (await start()).rate(limit);
        for (let i = 0; i < 20; i++) {
          assert.equal(await limiter.take('north'), 0);
          limiter.putBack('north');
          await new Promise(setImmediate);
        }
        const waits = await Promise.all(Array.from({ length: 1100 }, async () => limiter.take('north')));
        assert.equal(waits.filter((wait) => wait === 0).length, limit.value.count);
      }
    });
  });
}

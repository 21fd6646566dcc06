import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Counting } from '../../../src/contracts/limits/counting.ts';
import type { ConcurrencyLimiter } from '../../../src/contracts/limits/limiting.ts';
import type { LimitPlan } from '../../../src/plan/plan.ts';
import { openLimiting } from '../../../src/serve/limits.ts';
import { shops } from '../../support/plans.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { handClock, planWith, rateLimit } from './limits.fixture.ts';

const limit: LimitPlan = { ...rateLimit(1, 1), name: 'few', kind: 'concurrency', value: { count: 3 } };

type Test = Parameters<(typeof bothStores)[number][1]>[0];

interface Pair {
  /** What the first instance counts with; whatever is changed in it takes effect. */
  readonly counting: Counting;
  readonly one: ConcurrencyLimiter;
  readonly other: ConcurrencyLimiter;
  readonly logged: readonly string[];
  /** Lets so many seconds pass. */
  seconds(count: number): Promise<void>;
}

/** Two instances on one store, the first of which may find it broken. */
async function pair(t: Test, open: (typeof bothStores)[number][1]): Promise<Pair> {
  const clock = handClock();
  const opened = await open(t, shops);
  const plan = planWith(shops, limit);
  const [first, second] = [await opened(), await opened()];
  const { counting: real } = first;
  const counting: Counting = { ...real };
  const instances = [
    openLimiting(plan, { ...first, counting }, clock.platform, []),
    openLimiting(plan, second, clock.platform, []),
  ];
  t.after(async () => {
    for (const limiting of instances) await limiting.close();
  });
  const [limiter, other] = instances.map((instance) => instance.concurrency(limit)) as [
    ConcurrencyLimiter,
    ConcurrencyLimiter,
  ];
  return {
    counting,
    one: limiter,
    other,
    logged: clock.logged,
    async seconds(count) {
      for (let i = 0; i < count; i++) await clock.advance(1_000);
    },
  };
}

/** How many more places of a key there are. */
async function free(limiter: ConcurrencyLimiter, key: string): Promise<number> {
  let count = 0;
  while (await limiter.enter(key)) count++;
  for (let i = 0; i < count; i++) limiter.leave(key);
  return count;
}

for (const [name, open] of bothStores) {
  describe(`places ${name}`, () => {
    test('one that could not be given back is free a second later, and those of requests under way are not', async (t) => {
      const { counting, one: limiter, other, logged, seconds } = await pair(t, open);
      const { leave } = counting;
      for (let i = 0; i < 3; i++) assert.equal(await limiter.enter('north'), true);
      assert.equal(await limiter.enter('south'), true);
      counting.leave = () => {
        throw new Error('the store is away');
      };
      limiter.leave('north');
      limiter.leave('north');
      counting.leave = leave;
      assert.equal(await other.enter('north'), false);
      await seconds(2);
      assert.equal(await free(other, 'north'), 2);
      assert.equal(await free(other, 'south'), 2);
      limiter.leave('north');
      limiter.leave('south');
      await seconds(1);
      assert.deepEqual([await free(other, 'north'), await free(other, 'south')], [3, 3]);
      assert.equal(logged.filter((line) => line.includes('failed to release a slot')).length, 2);
    });

    test('what was counted twice behind a lost connection is set right', async (t) => {
      const { counting, one: limiter, other, seconds } = await pair(t, open);
      const { leave, enter } = counting;
      let losses = 0;
      counting.lost = () => losses;
      for (let i = 0; i < 2; i++) assert.equal(await limiter.enter('north'), true);
      counting.leave = (request) => {
        losses++;
        void leave(request);
        return leave(request);
      };
      limiter.leave('north');
      counting.leave = leave;
      counting.enter = async (request) => {
        losses++;
        await enter(request);
        return enter(request);
      };
      assert.equal(await limiter.enter('south'), true);
      counting.enter = enter;
      await seconds(2);
      assert.deepEqual([await free(other, 'north'), await free(other, 'south')], [2, 2]);
    });

    test('a request that is let in while the places are set right is counted', async (t) => {
      const { counting, one: limiter, other, seconds } = await pair(t, open);
      const { enter, lost } = counting;
      let go = (): void => undefined;
      counting.enter = async (request) => {
        const entered = await enter(request);
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return entered;
      };
      const slow = limiter.enter('north');
      counting.enter = enter;
      counting.lost = () => 1;
      await seconds(2);
      go();
      assert.equal(await slow, true);
      await seconds(1);
      assert.equal(await free(other, 'north'), 2);
      limiter.leave('north');
      await seconds(1);
      assert.equal(await free(other, 'north'), 3);
      counting.lost = lost;
    });

    test('an instance that was silent while others took its places ends what goes on for long, the last first', async (t) => {
      const { counting, one: limiter, other, logged, seconds } = await pair(t, open);
      const ended: string[] = [];
      const stream = (name: string): (() => boolean) => {
        const end = (): boolean => {
          ended.push(name);
          limiter.leave('north', end);
          return true;
        };
        return end;
      };
      for (const name of ['first', 'second']) assert.equal(await limiter.enter('north', stream(name)), true);
      const short = (): boolean => false;
      assert.equal(await limiter.enter('north', short), true);
      assert.equal(await limiter.enter('south', stream('south')), true);
      const { heartbeat } = counting;
      counting.heartbeat = async () => {
        throw new Error('the store is away');
      };
      await seconds(6);
      // Two of its three places are taken, and that of the other key is free.
      for (let i = 0; i < 2; i++) assert.equal(await other.enter('north'), true);
      counting.heartbeat = heartbeat;
      await seconds(2);
      for (let waited = 0; ended.length < 2 && waited < 100; waited++) await new Promise(setImmediate);
      assert.deepEqual(ended, ['second', 'first']);
      assert.equal(
        logged.filter((line) => line.includes('lost slots because this process did not renew them in time')).length,
        1,
      );
      // All three are held by what is left: one short request here and two there.
      assert.equal(await free(other, 'north'), 0);
      assert.equal(await free(other, 'south'), 2);
      limiter.leave('north', short);
      await seconds(1);
      assert.equal(await free(other, 'north'), 1);
    });

    test('while the store is away nothing is let in, and afterwards all is as it was', async (t) => {
      const { counting, one: limiter, other, seconds } = await pair(t, open);
      const real = { ...counting };
      for (let i = 0; i < 2; i++) assert.equal(await limiter.enter('north'), true);
      const away = async (): Promise<never> => {
        throw new Error('the store is away');
      };
      Object.assign(counting, { enter: away, leave: away, addSlots: away, heartbeat: away, end: away });
      await assert.rejects(async () => limiter.enter('north'));
      limiter.leave('north');
      await seconds(4);
      Object.assign(counting, real);
      await seconds(2);
      assert.equal(await free(other, 'north'), 2);
    });
  });
}

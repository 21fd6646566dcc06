import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counting } from '../../contracts/limits/counting.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import type { Heartbeat } from './heartbeat.ts';
import { openRate } from './rate.ts';

const limit = {
  name: 'calls',
  kind: 'rate',
  value: { count: 1000, milliseconds: 1000, burst: 1000 },
} as unknown as LimitPlan;

test('a store that does not take unused requests back is logged, and the limit goes on', async () => {
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => logged.push(message) };
  const platform = { now: () => 1_000, log } as unknown as Platform;
  const counting = {
    take: () => ({ granted: 10, missing: 10, at: 1_000, leasedUntil: 2_000 }),
    putBack: () => Promise.reject(new Error('disk I/O error')),
  } as unknown as Counting;
  const limiter = openRate(limit, counting, { instances: () => 1 } as Heartbeat, platform);
  assert.equal(await limiter.take('north'), 0);
  await limiter.tend(true);
  assert.deepEqual(logged, ['failed to return unused requests to the limit']);
  assert.equal(await limiter.take('north'), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateLimit } from '../../../tests/serve/limits/limits.fixture.ts';
import { computeLease, computeMissingTokens, countWholeTokens, createBucket } from './bucket.ts';

test('at most 1 % of what is let in may be leased, by all instances together', () => {
  for (const [count, milliseconds, burst] of [
    [1000, 60_000, 1000],
    [100_000, 60_000, 500],
    [100_000, 3_600_000, 100_000],
    [250, 1000, 250],
    [7777, 3000, 20_000],
  ] as const) {
    const bucket = createBucket(rateLimit(count, milliseconds, burst));
    assert.ok(bucket.reserve <= Math.min(count, burst) / 100);
    assert.ok(bucket.reserve <= (count / milliseconds) * 1000);
    for (const instances of [1, 2, 3, 10]) assert.ok(computeLease(bucket, instances) * instances <= bucket.reserve);
  }
  assert.equal(computeLease(createBucket(rateLimit(1000, 1000)), 1), 10);
  assert.equal(computeLease(createBucket(rateLimit(1000, 1000)), 3), 3);
});

test('a limit with fewer than 200 requests for each instance leases nothing', () => {
  assert.equal(computeLease(createBucket(rateLimit(199, 1000)), 1), 0);
  assert.equal(computeLease(createBucket(rateLimit(200, 1000)), 1), 2);
  assert.equal(computeLease(createBucket(rateLimit(599, 1000)), 3), 0);
  assert.equal(computeLease(createBucket(rateLimit(600, 1000)), 3), 2);
  assert.equal(computeLease(createBucket(rateLimit(100_000, 1000)), 0), 0);
});

test('a bucket refills evenly and never above its brim, and time that runs back takes nothing away', () => {
  const bucket = createBucket(rateLimit(10, 60_000));
  const state = { missing: 10, at: 5_000, leasedUntil: 0 };
  assert.equal(countWholeTokens(bucket, computeMissingTokens(bucket, state, 5_000)), 0);
  assert.equal(countWholeTokens(bucket, computeMissingTokens(bucket, state, 10_999)), 0);
  assert.equal(countWholeTokens(bucket, computeMissingTokens(bucket, state, 11_000)), 1);
  assert.equal(countWholeTokens(bucket, computeMissingTokens(bucket, state, 900_000)), 10);
  assert.equal(countWholeTokens(bucket, computeMissingTokens(bucket, state, 0)), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../../plan/plan.ts';
import { hasLimitHeaders, retryAfter } from './limit-headers.ts';

const told = (...limitHeaders: readonly string[]): Pick<Plan, 'limitHeaders'> =>
  ({ limitHeaders }) as Pick<Plan, 'limitHeaders'>;

test('every response has headers of limits only if the document names one besides Retry-After', () => {
  assert.equal(hasLimitHeaders(told()), false);
  assert.equal(hasLimitHeaders(told('Retry-After')), false);
  assert.equal(hasLimitHeaders(told('Retry-After', 'RateLimit')), true);
});

test('Retry-After is in whole seconds, rounded up, if the document names it', () => {
  assert.deepEqual(retryAfter(['Retry-After'], 1001), { headers: { 'Retry-After': '2' } });
  assert.deepEqual(retryAfter(['RateLimit'], 1001), {});
});

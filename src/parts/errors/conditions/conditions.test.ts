import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions, getGapStatus } from './index.ts';

/** The table of section 8: each condition and its status at a gap. */
const table: readonly (readonly [number, string])[] = [
  [400, 'malformed request; unknown version; version missing; idempotency key missing'],
  [401, 'no credential; invalid credential'],
  [403, 'forbidden; quota'],
  [404, 'unknown path; not found'],
  [405, 'method not allowed'],
  [406, 'not acceptable'],
  [409, 'wrong state; guard fails; not unique; still referenced; idempotency key in progress'],
  [410, 'gone; retired version'],
  [412, 'precondition failed'],
  [413, 'too large'],
  [415, 'unsupported media type'],
  [422, 'invalid input; rule broken; idempotency key reused'],
  [428, 'precondition required'],
  [429, 'rate limit; concurrency limit'],
  [500, 'internal error'],
  [503, 'timed out; unavailable'],
];

test('every condition of the language has its status at a gap', () => {
  const listed = table.flatMap(([status, names]) => names.split('; ').map((name) => [name, status] as const));
  for (const [name, status] of listed) assert.equal(getGapStatus(name), status, name);
  const names = [...listed.map(([name]) => name), 'raised by'].sort();
  assert.deepEqual(conditions.map((condition) => condition.name).toSorted(), names);
});

for (const condition of conditions) {
  test(`${condition.name}: may have the status of a gap`, () => {
    const { status, statuses } = condition;
    if (status === undefined) assert.equal(condition.name, 'raised by');
    else if (statuses === 'credential') assert.equal(status, 401);
    else assert.equal(status >= 500, statuses === 'client or server');
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { listGrantLines } from './words.ts';

type Grant = AccessPlan['grants'][number];

const scheme = { line: 7 } as SchemePlan;
const grant = (kind: Grant['kind'], more: Partial<Grant> = {}): Grant =>
  ({ kind, scope: 'a', line: 1, ...more }) as Grant;

/** The conditions under which callers are refused, of all lines. */
function refused(grants: readonly Grant[], open = false): readonly string[] {
  const lines = listGrantLines({ open, grants } as AccessPlan, scheme);
  return lines.flatMap(({ refusals = [] }) => refusals.map(({ condition }) => condition));
}

test('a scope refuses callers without it, any caller those without a credential, and anyone nobody', () => {
  assert.deepEqual(refused([grant('scope')]), ['no credential', 'forbidden']);
  assert.deepEqual(refused([grant('scope'), grant('authenticated')]), ['no credential']);
  assert.deepEqual(refused([grant('scope'), grant('public')]), []);
  assert.deepEqual(refused([], true), ['no credential']);
  assert.deepEqual(refused([]), ['no credential', 'forbidden']);
});

test('a grant with a row rule that is not shown admits nobody', () => {
  assert.deepEqual(refused([grant('public', { where: 'disabled' })]), ['no credential', 'forbidden']);
  assert.deepEqual(refused([grant('authenticated', { where: 'disabled' })]), ['no credential', 'forbidden']);
});

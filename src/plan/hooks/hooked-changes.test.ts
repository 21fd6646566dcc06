import assert from 'node:assert/strict';
import { test } from 'node:test';
import { halls } from '../../../tests/serve/handlers/within.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { explainNoWithin, listHookedChanges, mayRunHook } from './hooked-changes.ts';

test('operations that change records have hooks, and so have the changes of timers, effects and code', () => {
  const plan = planFor(halls);
  const changes = listHookedChanges(plan);
  for (const name of ['create Hall', 'delete Booking', 'extend Booking', 'replace Setting', 'create Setting'])
    assert.ok(changes.includes(name), name);
  for (const name of ['expire Booking', 'settle Booking']) assert.ok(changes.includes(name), name);
  for (const name of ['book', 'read Hall', 'list Entry', 'update Setting']) assert.ok(!changes.includes(name), name);
  assert.equal(explainNoWithin(plan, 'book'), 'its handler runs in the transaction');
  assert.equal(explainNoWithin(plan, 'read Hall'), 'it changes no record');
  assert.equal(explainNoWithin(plan, 'create Wall'), 'the document has no such operation');
});

test('an operation may run the hooks of what its effects change and of what its deletion takes along', () => {
  const plan = planFor(halls);
  const mayRun = (name: string, ...hooked: readonly string[]) =>
    mayRunHook(plan, plan.operations.find((operation) => operation.name === name)!, new Set(hooked));
  assert.equal(mayRun('ring Hall', 'create Entry'), true);
  assert.equal(mayRun('ring Hall', 'delete Booking'), false);
  assert.equal(mayRun('delete Hall', 'delete Booking'), true);
  assert.equal(mayRun('replace Setting', 'create Entry'), false);
});

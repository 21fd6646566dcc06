import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import { planWith } from '../../../stores/migration.fixture.ts';
import { createConflicts } from './write.ts';

test('of the fields that an index does not take together the longest is invalid', () => {
  const plan = planWith();
  const resource = { plan: plan.resources.find(({ name }) => name === 'Invoice')! } as OperationContext['resource'];
  const refuse = createConflicts({ plan, resource, operation: plan.operations[0]! });
  const refusal = refuse({ kind: 'too long', fields: ['shop', 'note'] }, { shop: 'north', note: 'x'.repeat(3_000) });
  assert.equal(refusal?.condition, 'invalid input');
  assert.deepEqual(refusal?.fields, [
    { pointer: '/note', problem: 'constraint', message: 'is too long for an index of the database' },
  ]);
});

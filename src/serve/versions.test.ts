import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Table, withLateOperations } from './versions.ts';

test('the operations of an older version open once, with its first request', () => {
  let opened = 0;
  const operations: Table['operations'] = [];
  const table = withLateOperations({ plan: { name: 'Shop' } } as Omit<Table, 'operations'>, () => {
    opened += 1;
    return operations;
  });
  assert.equal(table.plan.name, 'Shop');
  assert.equal(opened, 0);
  assert.deepEqual([table.operations === operations, table.operations === operations, opened], [true, true, 1]);
});

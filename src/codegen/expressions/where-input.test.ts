import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression } from '../../expression/tree.ts';
import { convertInput } from './where-input.ts';

test('a decimal of the input is a string, so that no digit is lost', () => {
  const path = (root: 'record' | 'value', name: string): Expression => ({
    op: 'path',
    root,
    steps: [{ name }],
    type: { kind: 'decimal' },
  });
  const where: Expression = {
    op: 'binary',
    operator: '<',
    left: path('record', 'price'),
    right: path('value', 'most'),
    type: { kind: 'bool' },
  };
  assert.deepEqual(convertInput('store.list', where, { most: '12.50' }), { most: '12.50' });
  for (const most of [12.5, '12,5', '1e3', '1'.repeat(39), null]) {
    assert.throws(
      () => convertInput('store.list', where, { most }),
      /^Error: store\.list: input\.most must be a decimal in a string, such as `12\.50`, found /,
    );
  }
});

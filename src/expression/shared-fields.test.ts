import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSharedFields } from './shared-fields.ts';
import type { FieldType } from './symbol-table.ts';
import type { ValueType } from './tree.ts';

const field = (type: ValueType, optional = false): FieldType => ({ type, optional, stored: 'column' });
const [int, string] = [{ kind: 'int' }, { kind: 'string' }] as const;
const choice = (...values: readonly string[]): ValueType => ({ kind: 'choice', of: 'a state', values });

test('objects share the fields that each has with the same type, optional where one may lack it', () => {
  const one = new Map([
    ['n', field(int)],
    ['m', field(int)],
    ['other', field(int)],
    ['alone', field(int)],
    ['state', field(choice('a', 'b'))],
    ['kind', field(choice('a'))],
  ]);
  const two = new Map([
    ['n', field(int)],
    ['m', field(int, true)],
    ['other', field(string)],
    ['state', field({ ...choice('a', 'b'), of: 'another state' } as ValueType)],
    ['kind', field(choice('b'))],
  ]);
  const shared = [...findSharedFields([one, two])].map(([name, { optional }]) => [name, optional]);
  assert.deepEqual(shared, [
    ['n', false],
    ['m', true],
    ['state', false],
  ]);
  assert.deepEqual([...findSharedFields([one]).keys()], [...one.keys()]);
  assert.equal(findSharedFields([]).size, 0);
});

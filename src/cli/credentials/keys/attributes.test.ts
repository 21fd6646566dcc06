import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValueType } from '../../../expression/tree.ts';
import { readAttributes } from './attributes.ts';

const list = (item: ValueType): ValueType => ({ kind: 'list', item });
const known = [
  { name: 'projects', type: list({ kind: 'string' }), line: 1 },
  { name: 'levels', type: list({ kind: 'int' }), line: 2 },
];

test('a list attribute is a JSON array, or values separated by commas', () => {
  const values = (...settings: string[]) => readAttributes(known, settings);
  assert.deepEqual(values('projects=a,b', 'levels=1,2'), { projects: ['a', 'b'], levels: [1, 2] });
  assert.deepEqual(values('projects=["a,b","c"]', 'levels=[1, 2]'), { projects: ['a,b', 'c'], levels: [1, 2] });
  assert.deepEqual(values('projects=', 'levels=[]'), { projects: [], levels: [] });
  assert.throws(() => values('projects=["a"'), /--attribute projects takes a list: .* Found "\["a""\./);
  assert.throws(() => values('projects=[{"a":1}]'), /--attribute projects takes a list/);
  assert.throws(() => values('levels=["high"]'), /takes an integer/);
});

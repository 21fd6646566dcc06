import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BinaryOperator, Expression } from '../../expression/tree.ts';
import { getDemandOnCaller } from './about-caller.ts';

const type = { kind: 'bool' } as const;
const path = (root: 'record' | 'caller', name: string): Expression => ({ op: 'path', root, steps: [{ name }], type });
const both = (left: Expression, operator: BinaryOperator, right: Expression): Expression => ({
  ...{ op: 'binary', operator, left, right },
  type,
});
const [own, staff, admin] = [path('record', 'own'), path('caller', 'staff'), path('caller', 'admin')];

test('of a condition over record and caller remains what every record demands of the caller', () => {
  const cases: readonly (readonly [condition: Expression, demand: Expression | undefined])[] = [
    [own, undefined],
    [staff, staff],
    [both(own, '&&', staff), staff],
    [both(staff, '&&', own), staff],
    [both(own, '||', staff), undefined],
    [both(staff, '||', admin), both(staff, '||', admin)],
    [both(both(own, '&&', staff), '||', admin), both(staff, '||', admin)],
    [both(both(own, '||', staff), '&&', admin), admin],
    [both(own, '==', staff), undefined],
    [{ op: 'not', of: both(own, '&&', staff), type }, undefined],
  ];
  for (const [condition, demand] of cases) assert.deepEqual(getDemandOnCaller(condition), demand);
});

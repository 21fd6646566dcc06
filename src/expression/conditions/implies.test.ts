import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression, ValueType } from '../tree.ts';
import { compareStrictness } from './implies.ts';

const bool: ValueType = { kind: 'bool' };

function path(name: string): Expression {
  return { op: 'path', root: 'record', steps: [{ name }], type: { kind: 'int' } };
}

function literal(value: string | number | boolean): Expression {
  return { op: 'literal', value, type: { kind: typeof value === 'number' ? 'int' : 'string' } };
}

type Operator = (Expression & { op: 'binary' })['operator'];

function holds(left: Expression, operator: Operator, right: Expression): Expression {
  return { op: 'binary', operator, left, right, type: bool };
}

const total = (operator: Operator, value: number): Expression => holds(path('total'), operator, literal(value));
const among = (...values: readonly string[]): Expression =>
  holds(path('kind'), 'in', {
    op: 'list',
    items: values.map(literal),
    type: { kind: 'list', item: { kind: 'string' } },
  });
const and = (left: Expression, right: Expression): Expression => holds(left, '&&', right);
const or = (left: Expression, right: Expression): Expression => holds(left, '||', right);

test('a bound that is moved inwards is tighter, outwards looser', () => {
  assert.equal(compareStrictness(total('>', 0), total('>', 10)), 'tighter');
  assert.equal(compareStrictness(total('>', 10), total('>', 0)), 'looser');
  assert.equal(compareStrictness(total('<=', 10), total('<', 10)), 'tighter');
  assert.equal(compareStrictness(total('>=', 5), total('==', 7)), 'tighter');
  assert.equal(compareStrictness(total('!=', 5), total('>', 5)), 'tighter');
  assert.equal(compareStrictness(total('!=', 5), total('>', 4)), 'unclear');
});

test('a bound reads the same from both sides', () => {
  assert.equal(compareStrictness(total('>', 0), holds(literal(0), '<', path('total'))), 'same');
});

test('one condition more is tighter, one alternative more is looser', () => {
  const [a, b] = [total('>', 0), among('goods')];
  assert.equal(compareStrictness(a, and(a, b)), 'tighter');
  assert.equal(compareStrictness(and(a, b), and(b, a)), 'same');
  assert.equal(compareStrictness(a, or(a, b)), 'looser');
  assert.equal(compareStrictness(or(a, b), and(a, b)), 'tighter');
});

test('a list of values that holds fewer is tighter', () => {
  assert.equal(compareStrictness(among('a', 'b'), among('a')), 'tighter');
  assert.equal(compareStrictness(among('a'), among('b')), 'unclear');
});

test('a condition that is new is tighter, one that is gone looser', () => {
  assert.equal(compareStrictness(undefined, total('>', 0)), 'tighter');
  assert.equal(compareStrictness(total('>', 0), undefined), 'looser');
  assert.equal(compareStrictness(undefined, undefined), 'same');
});

test('what differs in other ways is unclear', () => {
  assert.equal(compareStrictness(total('>', 0), holds(path('paid'), '>', literal(0))), 'unclear');
  assert.equal(compareStrictness(among('a'), total('>', 0)), 'unclear');
});

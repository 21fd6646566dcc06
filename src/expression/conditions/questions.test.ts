import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression, PathStep, QuestionName, Root, ValueType } from '../tree.ts';
import { entails } from './entails.ts';
import { compareStrictness } from './implies.ts';

const bool: ValueType = { kind: 'bool' };
const int: ValueType = { kind: 'int' };
type Operator = (Expression & { op: 'binary' })['operator'];

const path = (root: Root, ...names: readonly string[]): Expression => {
  const steps = names.map((name): PathStep => ({ name }));
  return { op: 'path', root, steps, type: int };
};
const literal = (value: number): Expression => ({ op: 'literal', value, type: int });
const holds = (left: Expression, operator: Operator, right: Expression): Expression => {
  return { op: 'binary', operator, left, right, type: bool };
};
const and = (left: Expression, right: Expression): Expression => holds(left, '&&', right);
const or = (left: Expression, right: Expression): Expression => holds(left, '||', right);
const not = (of: Expression): Expression => ({ op: 'not', of, type: bool });
const asks = (name: QuestionName, variable: string, where: Expression, resource = 'Member'): Expression => {
  return { op: 'question', name, resource, variable, where, type: name === 'exists' ? bool : int };
};

const own = (m: string): Expression => holds(path('local', m, 'project'), '==', path('record', 'id'));
const mine = (m: string): Expression => holds(path('local', m, 'person'), '==', path('caller', 'id'));
const level = (m: string, least: number): Expression => holds(path('local', m, 'level'), '>=', literal(least));

test('a question for a record that fulfills more is tighter, one for less looser', () => {
  const any = asks('exists', 'm', and(own('m'), mine('m')));
  const owner = asks('exists', 'm', and(and(own('m'), mine('m')), level('m', 2)));
  assert.equal(compareStrictness(any, owner), 'tighter');
  assert.equal(compareStrictness(owner, any), 'looser');
  assert.equal(compareStrictness(not(any), not(owner)), 'looser');
  assert.equal(compareStrictness(owner, asks('exists', 'm', and(and(own('m'), mine('m')), level('m', 1)))), 'looser');
  const other = asks('exists', 'm', and(own('m'), level('m', 2)));
  assert.equal(compareStrictness(and(any, level('m', 1)), other), 'unclear');
});

test('the name of the variable and the order of the conditions do not matter', () => {
  const first = asks('exists', 'm', and(own('m'), mine('m')));
  assert.equal(compareStrictness(first, asks('exists', 'x', and(mine('x'), own('x')))), 'same');
  const counted = holds(asks('count', 'm', own('m')), '>=', literal(3));
  assert.equal(compareStrictness(counted, holds(asks('count', 'x', own('x')), '>=', literal(2))), 'looser');
});

test('questions about two resources, and counts of other records, are not comparable', () => {
  const members = asks('exists', 'm', and(own('m'), mine('m')));
  assert.equal(compareStrictness(members, asks('exists', 'm', and(own('m'), mine('m')), 'Guest')), 'unclear');
  const counted = (where: Expression): Expression => holds(asks('count', 'm', where), '>=', literal(3));
  assert.equal(compareStrictness(counted(own('m')), counted(and(own('m'), mine('m')))), 'unclear');
});

test('a question inside a question is compared by its own condition', () => {
  const inner = (g: string, m: string, least: number): Expression =>
    asks('exists', g, and(holds(path('local', g, 'id'), '==', path('local', m, 'group')), level(g, least)), 'Group');
  const outer = (m: string, g: string, least: number): Expression => asks('exists', m, and(own(m), inner(g, m, least)));
  assert.equal(compareStrictness(outer('m', 'g', 1), outer('g', 'm', 1)), 'same');
  assert.equal(compareStrictness(outer('m', 'g', 1), outer('g', 'm', 2)), 'tighter');
});

type Row = Readonly<Record<string, number>>;

/** The value of a condition over some members, for the record and the caller of ID 1. */
function evaluate(node: Expression, members: readonly Row[], locals: Readonly<Record<string, Row>> = {}): unknown {
  switch (node.op) {
    case 'literal':
      return node.value;
    case 'path':
      return node.root === 'local' ? locals[node.steps[0]!.name]![node.steps[1]!.name] : 1;
    case 'not':
      return evaluate(node.of, members, locals) !== true;
    case 'question': {
      const { variable, where } = node;
      return members.some((row) => evaluate(where, members, { ...locals, [variable]: row }) === true);
    }
    case 'binary': {
      const [left, right] = [evaluate(node.left, members, locals), evaluate(node.right, members, locals)];
      if (node.operator === '&&') return left === true && right === true;
      if (node.operator === '||') return left === true || right === true;
      return node.operator === '==' ? left === right : Number(left) >= Number(right);
    }
    default:
      throw new Error(`no ${node.op} is generated`);
  }
}

test('whatever a question implies by its form holds for all members', () => {
  const parts = (m: string): Expression[] => [own(m), mine(m), level(m, 1), level(m, 2), not(level(m, 1))];
  const conditions = (m: string): Expression[] =>
    parts(m).flatMap((left) => [left, ...parts(m).flatMap((right) => [and(left, right), or(left, right)])]);
  const questions = (m: string): Expression[] =>
    conditions(m).flatMap((where) => [asks('exists', m, where), not(asks('exists', m, where))]);
  const rows = [0, 1].flatMap((project) =>
    [0, 1].flatMap((person) => [0, 1, 2].map((least): Row => ({ project, person, level: least }))),
  );
  const worlds = [[], ...rows.flatMap((one) => [[one], ...rows.map((two) => [one, two])])];
  let implied = 0;
  assert.equal(entails(questions('m')[0]!, questions('x')[0]!), true);
  const seconds = questions('x').map((second) => [second, worlds.map((world) => evaluate(second, world))] as const);
  for (const first of questions('m')) {
    const held = worlds.map((world) => evaluate(first, world));
    for (const [second, values] of seconds) {
      if (!entails(first, second)) continue;
      implied++;
      assert.ok(
        held.every((value, at) => value !== true || values[at] === true),
        `${JSON.stringify(first)} does not imply ${JSON.stringify(second)}`,
      );
    }
  }
  assert.ok(implied > 1000, `only ${implied} pairs imply each other`);
});

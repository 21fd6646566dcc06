import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { allOf, anyOf, type Condition, canHold, entails, unless } from './entails.ts';

const bool: ValueType = { kind: 'bool' };
const int: ValueType = { kind: 'int' };

function path(name: string, type: ValueType, optional = false): Expression {
  return { op: 'path', root: 'record', steps: [optional ? { name, optional } : { name }], type };
}
function literal(value: string | number | boolean | null): Expression {
  const kinds: Readonly<Record<string, ValueType>> = { number: int, string: { kind: 'string' }, boolean: bool };
  return { op: 'literal', value, type: kinds[typeof value] ?? { kind: 'null' } };
}
function binary(left: Expression, operator: BinaryOperator, right: Expression): Expression {
  return { op: 'binary', operator, left, right, type: bool };
}
const not = (of: Expression): Expression => ({ op: 'not', of, type: bool });
const x = path('x', int);
const maybe = path('x', int, true);
const flag = path('flag', bool);

test('a comparison and its contrary cannot both hold, and of a field that is always there one of them does', () => {
  const [less, more] = [binary(x, '<', literal(5)), binary(x, '>=', literal(5))];
  assert.equal(canHold(allOf(less, more)), false);
  assert.equal(entails(unless(less), more), true);
  assert.equal(entails(not(less), more), true);
});

test('of a field that may be absent neither need hold', () => {
  const [less, more] = [binary(maybe, '<', literal(5)), binary(maybe, '>=', literal(5))];
  assert.equal(entails(unless(less), more), false);
  assert.equal(entails(not(less), more), true);
  assert.equal(entails(less, { op: 'has', of: maybe, type: bool }), true);
});

test('two values that are compared with each other are less, equal or more', () => {
  const sum = binary(path('paid', int), '+', path('more', int));
  const [total, rest] = [path('total', int), binary(sum, '==', path('total', int))];
  assert.equal(canHold(allOf(rest, binary(sum, '<', total))), false);
  assert.equal(canHold(allOf(rest, binary(total, '>', sum))), false);
  assert.equal(entails(rest, binary(total, '>=', sum)), true);
  assert.equal(canHold(allOf(rest, binary(path('paid', int), '<', total))), true);
});

test('integers have nothing between two neighbours, strings always have something', () => {
  assert.equal(canHold(allOf(binary(x, '>', literal(1)), binary(x, '<', literal(2)))), false);
  const text = path('t', { kind: 'string' });
  assert.equal(canHold(allOf(binary(text, '>', literal('a')), binary(text, '<', literal('b')))), true);
  assert.equal(canHold(binary(text, '<', literal(''))), false);
});

test('between two numbers lies another, and beyond each but the infinite ones', () => {
  const number = (value: number): Expression => ({ op: 'literal', value, type: { kind: 'double' } });
  const rate = path('rate', { kind: 'double' });
  const [above, below] = [binary(rate, '>', number(0.5)), binary(rate, '<', number(0.6))];
  assert.equal(canHold(above), true);
  assert.equal(canHold(allOf(above, below)), true);
  assert.equal(canHold(allOf(above, binary(rate, '<', number(0.5)))), false);
  assert.equal(entails(above, below), false);
  assert.equal(entails(below, above), false);
  assert.equal(entails(above, binary(rate, '>=', number(0.5))), true);
  assert.equal(canHold(binary(rate, '>', number(Number.POSITIVE_INFINITY))), false);
  assert.equal(canHold(binary(rate, '<', number(-1e308))), true);
});

test('a fixed list has no other values', () => {
  const kind = path('kind', { kind: 'choice', of: 'X.kind', values: ['a', 'b'] });
  assert.equal(canHold(allOf(binary(kind, '!=', literal('a')), binary(kind, '!=', literal('b')))), false);
  const list: Expression = { op: 'list', items: [literal('a')], type: { kind: 'list', item: { kind: 'string' } } };
  assert.equal(entails(binary(kind, '!=', literal('b')), binary(kind, 'in', list)), true);
});

test('null is equal to null alone and has no order', () => {
  const some = path('n', { kind: 'nullable', of: int });
  assert.equal(canHold(allOf(binary(some, '==', literal(null)), binary(some, '>', literal(0)))), false);
  assert.equal(entails(binary(some, '!=', literal(null)), unless(binary(some, '>', literal(0)))), false);
});

test('what is too much to try may hold', () => {
  const pair = (i: number): Condition => anyOf(path(`a${i}`, bool), path(`b${i}`, bool));
  const all = Array.from({ length: 30 }, (_, i) => pair(i));
  const none = all.map((_, i) => unless(pair(i)));
  assert.equal(canHold(allOf(...all, anyOf(...none))), true);
});

const values = [undefined, -1, 0, 1, 2, 3, 4];

/** Conditions over a flag and one field, which is always there or may be absent. */
function formulaOver(of: Expression): fc.Arbitrary<Expression> {
  const atom = fc.tuple(
    fc.constantFrom<BinaryOperator>('<', '<=', '>', '>=', '==', '!='),
    fc.integer({ min: 0, max: 3 }),
  );
  return fc.letrec<{ one: Expression }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 4 },
      atom.map(([operator, value]) => binary(of, operator, literal(value))),
      fc.constant<Expression>({ op: 'has', of, type: bool }),
      fc.constant(flag),
      tie('one').map(not),
      fc.tuple(tie('one'), fc.constantFrom<BinaryOperator>('&&', '||'), tie('one')).map(([a, o, b]) => binary(a, o, b)),
      fc
        .tuple(tie('one'), tie('one'), tie('one'))
        .map(([when, then, otherwise]): Expression => ({ op: 'choose', when, then, otherwise, type: bool })),
    ),
  })).one;
}

/** What a condition of the generator gives, as CEL has it; undefined where it fails. */
function given(node: Expression, at: number | undefined, isSet: boolean): boolean | undefined {
  if (node.op === 'path') return isSet;
  if (node.op === 'has') return at !== undefined;
  if (node.op === 'not') return negated(given(node.of, at, isSet));
  if (node.op === 'choose') {
    const when = given(node.when, at, isSet);
    return when === undefined ? undefined : given(when ? node.then : node.otherwise, at, isSet);
  }
  if (node.op !== 'binary') throw new Error(node.op);
  if (node.operator === '&&' || node.operator === '||') {
    const sides = [given(node.left, at, isSet), given(node.right, at, isSet)];
    const decides = node.operator === '||';
    return sides.includes(decides) ? decides : sides.includes(undefined) ? undefined : !decides;
  }
  if (at === undefined) return undefined;
  const other = (node.right as Expression & { op: 'literal' }).value as number;
  const found = { '<': at < other, '<=': at <= other, '>': at > other, '>=': at >= other, '==': at === other };
  return node.operator === '!=' ? at !== other : found[node.operator as '<'];
}

function negated(found: boolean | undefined): boolean | undefined {
  return found === undefined ? undefined : !found;
}

for (const [what, of] of [
  ['is always there', x],
  ['may be absent', maybe],
] as const) {
  test(`of a field that ${what} one condition is taken to follow from another exactly where it does`, () => {
    const worlds = values
      .filter((at) => at !== undefined || of === maybe)
      .flatMap((at) => [true, false].map((isSet) => [at, isSet] as const));
    fc.assert(
      fc.property(formulaOver(of), formulaOver(of), (a, b) => {
        const follows = worlds.every(([at, isSet]) => given(a, at, isSet) !== true || given(b, at, isSet) === true);
        assert.equal(entails(a, b), follows);
      }),
      { numRuns: 1000 },
    );
  });
}

test('decimals are compared by value, and between two of them lies another', () => {
  const decimal = (value: string): Expression => ({ op: 'literal', value, type: { kind: 'decimal' } });
  const price = path('price', { kind: 'decimal' });
  const is = (operator: BinaryOperator, value: string): Expression => binary(price, operator, decimal(value));
  assert.equal(entails(is('==', '1.0'), is('==', '1.00')), true);
  assert.equal(canHold(allOf(is('==', '1.0'), is('!=', '1'))), false);
  assert.equal(canHold(allOf(is('==', '0'), is('==', '-0.00'))), true);
  assert.equal(entails(is('>', '10'), is('>', '9')), true, 'as texts, 10 comes before 9');
  assert.equal(entails(is('>', '9'), is('>', '10')), false);
  assert.equal(entails(is('<', '-10'), is('<', '-9.5')), true);
  assert.equal(entails(is('<', '-9.5'), is('<', '-10')), false);
  assert.equal(canHold(allOf(is('>', '0.1'), is('<', '0.10'))), false);
  assert.equal(canHold(allOf(is('>', '0.1'), is('<', '0.11'))), true);
  assert.equal(canHold(is('<', `-${'9'.repeat(38)}`)), true);
  assert.equal(canHold(is('>', '9'.repeat(38))), true);
  assert.equal(entails(unless(is('<', '5')), is('>=', '5.0')), true);
  const listed: Expression = {
    ...binary(price, 'in', {
      op: 'list',
      items: [decimal('1.0'), decimal('2')],
      type: { kind: 'list', item: price.type },
    }),
  };
  assert.equal(entails(is('==', '2.000'), listed), true);
  assert.equal(entails(listed, is('<=', '2.0')), true);
  assert.equal(entails(listed, is('<', '2.0')), false);
});

test('what is claimed of conditions on a decimal holds for decimals', () => {
  const values = ['-10', '-9.5', '-0.0', '0', '0.1', '0.10', '0.11', '1', '9', '10'];
  const price = path('price', { kind: 'decimal' });
  const operators = ['<', '<=', '==', '!=', '>=', '>'] as const;
  const holds = (operator: BinaryOperator, value: string, at: number): boolean => {
    const order = at - Number(value);
    if (operator === '==' || operator === '!=') return (order === 0) === (operator === '==');
    return operator.startsWith('<')
      ? order < 0 || (order === 0 && operator === '<=')
      : order > 0 || (order === 0 && operator === '>=');
  };
  const samples = values.flatMap((value) => [Number(value) - 0.001, Number(value), Number(value) + 0.001]);
  for (const first of operators)
    for (const second of operators)
      for (const a of values)
        for (const b of values) {
          const [left, right] = [a, b].map((value, at): Expression => {
            const literal: Expression = { op: 'literal', value, type: { kind: 'decimal' } };
            return binary(price, at === 0 ? first : second, literal);
          }) as [Expression, Expression];
          const due = samples.every((at) => !holds(first, a, at) || holds(second, b, at));
          assert.equal(entails(left, right), due, `${first} ${a} entails ${second} ${b}`);
        }
});

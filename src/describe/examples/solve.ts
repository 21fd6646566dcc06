import type { Expression } from '../../expression/tree.ts';
import type { Json } from '../../plan/schema.ts';
import type { StoredRecord } from './stage.ts';

/** A value of the input with which a comparison holds, or does not. */
export interface Solution {
  readonly name: string;
  readonly value: Json;
  readonly holds: boolean;
}

/**
 * The values of an input at which the comparisons of a guard change, for a record: `paid + input.amount == total` holds for what is
 * left, and not for one more.
 */
export function solveGuard(guard: Expression, record: StoredRecord): readonly Solution[] {
  if (guard.op !== 'binary') return [];
  const { operator, left, right } = guard;
  if (operator === '&&' || operator === '||') return [...solveGuard(left, record), ...solveGuard(right, record)];
  const names = [...new Set([...listInputs(left), ...listInputs(right)])];
  return names.flatMap((name): readonly Solution[] => {
    const equal = solveEqual(left, right, name, record) ?? solveEqual(right, left, name, record);
    if (typeof equal === 'number') return solveNumber(operator, name, equal, left, right, record);
    if (equal === undefined) return [];
    const holds = operator === '==';
    return [
      { name, value: equal, holds },
      { name, value: 'Somebody else', holds: !holds },
    ];
  });
}

/** The value of an input at which both sides are equal. */
function solveEqual(left: Expression, right: Expression, name: string, record: StoredRecord): Json | undefined {
  const difference = (value: number): number =>
    compute(left, name, value, record) - compute(right, name, value, record);
  const [at0, at1] = [difference(0), difference(1)];
  if (Number.isFinite(at0) && Number.isFinite(at1) && at0 !== at1) return at0 / (at0 - at1);
  const plain = right.op === 'path' && right.root === 'input' && right.steps.length === 1;
  if (!plain) return undefined;
  const value =
    left.op === 'literal'
      ? left.value
      : left.op === 'path' && left.root === 'record'
        ? read(left.steps, record)
        : undefined;
  return typeof value === 'string' ? value : undefined;
}

function solveNumber(
  operator: string,
  name: string,
  equal: number,
  left: Expression,
  right: Expression,
  record: StoredRecord,
): readonly Solution[] {
  const holds = (value: number): boolean => {
    const difference = compute(left, name, value, record) - compute(right, name, value, record);
    if (operator === '==') return difference === 0;
    if (operator === '!=') return difference !== 0;
    if (operator === '<') return difference < 0;
    if (operator === '<=') return difference <= 0;
    return operator === '>' ? difference > 0 : difference >= 0;
  };
  return [equal, equal - 1, equal + 1].map((value) => ({ name, value, holds: holds(value) }));
}

function listInputs(node: Expression): readonly string[] {
  if (node.op === 'path') return node.root === 'input' && node.steps.length === 1 ? [node.steps[0]!.name] : [];
  if (node.op === 'binary') return [...listInputs(node.left), ...listInputs(node.right)];
  return node.op === 'negate' ? listInputs(node.of) : [];
}

/** Returns the number that an expression has for a value of one input; `NaN` if it cannot be computed. */
function compute(node: Expression, name: string, value: number, record: StoredRecord): number {
  if (node.op === 'literal') return Number(node.value);
  if (node.op === 'negate') return -compute(node.of, name, value, record);
  if (node.op === 'path') {
    if (node.root === 'input') return node.steps.length === 1 && node.steps[0]!.name === name ? value : Number.NaN;
    const found = node.root === 'record' ? read(node.steps, record) : undefined;
    return typeof found === 'number' || typeof found === 'bigint' ? Number(found) : Number.NaN;
  }
  if (node.op !== 'binary') return Number.NaN;
  const [left, right] = [compute(node.left, name, value, record), compute(node.right, name, value, record)];
  if (node.operator === '+') return left + right;
  if (node.operator === '-') return left - right;
  if (node.operator === '*') return left * right;
  return node.operator === '/' ? left / right : Number.NaN;
}

function read(steps: readonly { readonly name: string }[], record: StoredRecord): unknown {
  return steps.reduce<unknown>((at, { name }) => (at as StoredRecord | undefined)?.[name], record);
}

import type { GuardData } from '../../model.ts';

/** The facts that a condition is computed from. `read` returns undefined for a field that is not shown. */
export interface Known {
  read(field: string): unknown;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970, by the clock of the service. */
  readonly now: number;
}

/** A value, or undefined if it is unknown. */
type Value = string | number | boolean | null | undefined | readonly Value[];

/** Computes a condition: false only if it is known to fail, undefined if the service has to decide. */
export function computeGuard(guard: GuardData, known: Known): boolean | undefined {
  const value = compute(guard, known);
  return typeof value === 'boolean' ? value : undefined;
}

function compute(guard: GuardData, known: Known): Value {
  switch (guard.op) {
    case 'unknown':
      return undefined;
    case 'value':
      return guard.value;
    case 'now':
      return known.now;
    case 'today':
      return new Date(known.now).toISOString().slice(0, 10);
    case 'scopes':
      return known.scopes;
    case 'has': {
      const value = known.read(guard.name);
      // A field that is not shown may be there.
      return value === undefined || value === null ? undefined : true;
    }
    case 'field':
      return readPlain(known.read(guard.name), guard.kind);
    case 'not': {
      const value = compute(guard.of, known);
      return typeof value === 'boolean' ? !value : undefined;
    }
    case 'list':
      return guard.items.map((item) => compute(item, known));
    case 'binary':
      return join(guard.operator, compute(guard.left, known), compute(guard.right, known));
  }
}

function readPlain(value: unknown, kind: 'number' | 'time' | 'plain'): Value {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  if (kind === 'plain') return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
  const read = kind === 'time' ? Date.parse(String(value)) : Number(value);
  return Number.isFinite(read) && Math.abs(read) <= Number.MAX_SAFE_INTEGER ? read : undefined;
}

function join(operator: string, left: Value, right: Value): Value {
  if (operator === '&&')
    return left === false || right === false ? false : left === true && right === true ? true : undefined;
  if (operator === '||')
    return left === true || right === true ? true : left === false && right === false ? false : undefined;
  if (left === undefined || right === undefined) return undefined;
  if (operator === 'in') return isIn(left, right);
  if (typeof left !== typeof right || typeof left === 'object') return undefined;
  if (typeof left === 'number' && typeof right === 'number') {
    const number =
      operator === '+' ? left + right : operator === '-' ? left - right : operator === '*' ? left * right : undefined;
    if (number !== undefined) return Number.isSafeInteger(number) ? number : undefined;
  }
  return compare(operator, left as string, right as string);
}

function isIn(left: Value, right: Value): Value {
  if (!Array.isArray(right)) return undefined;
  if (right.includes(left)) return true;
  return right.includes(undefined) ? undefined : false;
}

function compare(operator: string, left: string, right: string): Value {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

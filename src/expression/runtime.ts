import { failed, failures, isExpressionError } from './failures.ts';
import { decimals } from './runtime/decimals.ts';
import { lists } from './runtime/lists.ts';
import { numbers } from './runtime/numbers.ts';
import { texts } from './runtime/texts.ts';
import { times } from './runtime/times.ts';
import { counted, work } from './runtime/work.ts';

/** Fails: a field is not there. */
function absent(): never {
  throw failures.absent;
}

/** Fails: a value is null that is needed. */
function nothing(): never {
  throw failures.null;
}

/** A value that is there and not null. */
function need<T>(value: T): NonNullable<T> {
  if (value === undefined) throw failures.absent;
  if (value === null) throw failures.null;
  return value as NonNullable<T>;
}

/** A value that is there, null too. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw failures.absent;
  return value;
}

/** A member of its own of an object that is there, or undefined; what an object inherits does not count. */
function own(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;
}

/** A value of a map or a free object; fails when there is none. */
function member(from: unknown, name: string | number): unknown {
  if (from === null) throw failures.null;
  if (typeof from !== 'object' || Array.isArray(from)) throw failures.type;
  return present(own(from, String(name)));
}

/** Whether a map or a free object has a member. */
function has(from: unknown, name: string): boolean {
  if (from === null) throw failures.null;
  if (typeof from !== 'object' || Array.isArray(from)) throw failures.type;
  return own(from, name) !== undefined;
}

/** An item of a list, counted from 0; fails when there is none. */
function item(list: readonly unknown[], at: number | bigint): unknown {
  const index = Number(at);
  if (!Number.isInteger(index) || index < 0 || index >= list.length) throw failures.item;
  return list[index];
}

/** An item or a member of a free value. */
function at(from: unknown, key: string | number | bigint): unknown {
  if (Array.isArray(from)) {
    if (typeof key === 'string') throw failures.type;
    return item(from, key);
  }
  if (typeof key !== 'string') throw failures.type;
  return member(from, key);
}

type Thunk = () => boolean;

/** `&&` of CEL: false when either side is false, even if the other fails. */
function and(left: Thunk, right: Thunk): boolean {
  let first: boolean;
  try {
    first = left();
  } catch (error) {
    if (right() === false) return false;
    throw error;
  }
  return first && right();
}

/** `||` of CEL: true when either side is true, even if the other fails. */
function or(left: Thunk, right: Thunk): boolean {
  let first: boolean;
  try {
    first = left();
  } catch (error) {
    if (right() === true) return true;
    throw error;
  }
  return first || right();
}

/** Orders two strings by code points: negative, 0 or positive. */
function order(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const unit = left.charCodeAt(index);
    const other = right.charCodeAt(index);
    if (unit === other) continue;
    // A surrogate represents a code point above all later units.
    if (unit >= 0xd800 && other >= 0xd800) {
      const high = unit <= 0xdfff;
      if (high !== other <= 0xdfff) return high ? 1 : -1;
    }
    return unit - other;
  }
  return left.length - right.length;
}

/** How many code points a string has. */
function length(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}

/** Whether two values are equal: lists item by item, maps and objects member by member, numbers by value. */
function equal(left: unknown, right: unknown, each?: () => void): boolean {
  if (left === right) return true;
  each?.();
  const kind = typeof left;
  if (kind === 'bigint' || kind === 'number') {
    const other = typeof right;
    // biome-ignore lint/suspicious/noDoubleEquals: a number and a 64-bit integer are equal by value
    return (other === 'bigint' || other === 'number') && left == right;
  }
  if (kind !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) if (!equal(left[index], right[index], each)) return false;
    return true;
  }
  const names = Object.keys(left as object);
  if (countMembers(left as object, names) !== countMembers(right, Object.keys(right))) return false;
  for (const name of names) {
    const value = (left as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !equal(value, own(right, name), each)) return false;
  }
  return true;
}

/** Counts the members that have a value. */
function countMembers(of: object, names: readonly string[]): number {
  let members = 0;
  for (const name of names) if ((of as Readonly<Record<string, unknown>>)[name] !== undefined) members++;
  return members;
}

const countWork = (): void => work(1);

/** `equal` of an expression: each value that is compared counts. */
function alike(left: unknown, right: unknown): boolean {
  return equal(left, right, countWork);
}

/** How many code points, items or members a value has. */
function size(value: unknown): number {
  if (typeof value === 'string') {
    work(value.length);
    return length(value);
  }
  if (Array.isArray(value)) return value.length;
  if (value === null) throw failures.null;
  if (typeof value !== 'object') throw failures.type;
  const { length: members } = Object.keys(value);
  work(members);
  return members;
}

/** A value, or undefined where it reads what is absent. */
function there(value: () => unknown): unknown {
  try {
    return value();
  } catch (error) {
    if (error === failures.absent) return undefined;
    throw error;
  }
}

/** A value that a question is given: undefined where it is absent, `failed` where it cannot be computed. */
function given(value: () => unknown): unknown {
  try {
    return value();
  } catch (error) {
    if (error === failures.absent || error === failures.null) return undefined;
    if (isExpressionError(error)) return failed;
    throw error;
  }
}

/** An object of the members that are there. */
function made(members: readonly (readonly [name: string, value: unknown])[]): object {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Functions that compiled expressions call; generated code reaches them as `$`. */
export const runtime = {
  there,
  given,
  made,
  absent,
  nothing,
  need,
  present,
  own,
  member,
  has,
  item,
  at,
  and,
  or,
  order,
  length,
  equal,
  alike,
  size,
  isIn: (value: unknown, items: unknown) => lists.items(items).some((item) => equal(item, value, countWork)),
  ...numbers,
  ...decimals,
  ...times,
  ...texts,
  ...lists,
  ...counted,
} as const;

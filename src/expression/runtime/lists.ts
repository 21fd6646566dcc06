import { failures } from '../failures.ts';
import { numbers } from './numbers.ts';
import { step, work } from './work.ts';

/** The items of a list, the keys of a map. */
function items(over: unknown): readonly unknown[] {
  if (Array.isArray(over)) return over;
  if (over === null) throw failures.null;
  if (typeof over !== 'object') throw failures.type;
  const keys = Object.keys(over);
  work(keys.length);
  return keys;
}

type Condition = (item: unknown) => boolean;

/** Whether the condition holds for all items; false as soon as it does not hold for one, whatever fails elsewhere. */
function all(over: readonly unknown[], condition: Condition): boolean {
  let failed: unknown;
  for (const item of over) {
    step();
    try {
      if (!condition(item)) return false;
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed !== undefined) throw failed;
  return true;
}

/** Whether the condition holds for an item, whatever fails elsewhere. */
function exists(over: readonly unknown[], condition: Condition): boolean {
  let failed: unknown;
  for (const item of over) {
    step();
    try {
      if (condition(item)) return true;
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed !== undefined) throw failed;
  return false;
}

/** Whether the condition holds for exactly one item; a failure fails the whole. */
function existsOne(over: readonly unknown[], condition: Condition): boolean {
  let count = 0;
  for (const item of over) {
    step();
    if (condition(item)) count++;
  }
  return count === 1;
}

/** The items for which the condition holds. */
function filter(over: readonly unknown[], condition: Condition): unknown[] {
  const kept: unknown[] = [];
  for (const item of over) {
    step();
    if (condition(item)) kept.push(item);
  }
  return kept;
}

/** The value for each item. */
function map(over: readonly unknown[], value: (item: unknown) => unknown): unknown[] {
  const made: unknown[] = [];
  for (const item of over) {
    step();
    made.push(value(item));
  }
  return made;
}

/** The sum of integers that numbers hold exactly; 0 of none. */
function sum(list: readonly (number | null)[]): number {
  work(list.length);
  let total = 0;
  for (const item of list) total = numbers.int(total + counted(item));
  return total;
}

/** The sum of 64-bit integers; 0 of none. */
function sum64(list: readonly (bigint | number | string | null)[]): bigint {
  work(list.length);
  let total = 0n;
  for (const item of list) total = numbers.int64(total + BigInt(counted(item)));
  return total;
}

/** The sum of numbers; 0 of none. */
function sumReal(list: readonly (number | null)[]): number {
  work(list.length);
  let total = 0;
  for (const item of list) total = numbers.real(total + counted(item));
  return total;
}

function counted<T>(item: T | null): T {
  if (item === null) throw failures.null;
  return item;
}

/** Lists of compiled expressions. */
export const lists = { items, all, exists, existsOne, filter, map, sum, sum64, sumReal } as const;

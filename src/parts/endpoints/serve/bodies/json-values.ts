import { deepestRecord } from '../../../../plan/bodies/nesting.ts';
import { isObject } from '../../../../plan/fields/is-object.ts';
import { setOwn } from '../../../../text/own-property.ts';

/** So many values all copies of one patch may hold. */
const mostCopied = 100_000;

/** Whether two JSON values are equal: numbers by what they are, objects without order (RFC 6902, section 4.6). */
export function equalsJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    // biome-ignore lint/suspicious/noDoubleEquals: a BigInt and a number that mean the same are equal
    return (typeof left === 'bigint' || typeof left === 'number') && isNumber(right) && left == right;
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, i) => equalsJson(item, right[i]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && equalsJson(left[name], right[name]));
}

/**
 * Makes what copies values to a level of a document, which is 0 for itself; undefined for one that makes the document too deep, or when
 * all copies together have grown too large.
 */
export function createBoundedCopy(): (value: unknown, level: number) => { readonly value: unknown } | undefined {
  let left = mostCopied;
  const copy = (value: unknown, depth: number): unknown => {
    left--;
    if (left < 0) throw tooLarge;
    if (typeof value === 'object' && value !== null && depth >= deepestRecord) throw tooLarge;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (!isObject(value)) return value;
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      setOwn(made, name, copy(value[name], depth + 1));
    }
    return made;
  };
  return (value, level) => {
    try {
      return { value: copy(value, level) };
    } catch (thrown) {
      if (thrown === tooLarge) return undefined;
      throw thrown;
    }
  };
}

const tooLarge = new Error('too large');

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

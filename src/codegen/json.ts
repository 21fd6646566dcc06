import { deepestRecord } from '../plan/bodies/nesting.ts';
import { parseExact } from './json/exact.ts';
import { type Parsed, scan } from './json/scan.ts';

export type { Parsed } from './json/scan.ts';

/** The maximum depth of what the service writes: a record in an event in a line of `nonet export`. */
export const deepestStored = deepestRecord + 8;

/**
 * Reads a text of JSON (RFC 8259) strictly: no member name twice in one object (RFC 7493, section 2.3), at most 64 levels, or as many as
 * `deepest` says: a record that is stored has others around it.
 * Integers beyond ±(2^53−1) and below 2^64 are BigInt; any other number that a double does not hold is NaN.
 * A member called `__proto__` is a member like any other.
 */
export function parseJson(text: string, deepest: number = deepestRecord): Parsed {
  const seen = scan(text, deepest);
  if (seen === 'deep') return { problem: `is nested deeper than ${deepest} levels` };
  if (seen === 'numbers') return parseExact(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return parseExact(text);
  }
  return seen > 0 && countKeys(value) !== seen ? parseExact(text) : { value };
}

/** How many members all objects inside a value of JSON have. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) count += countKeys(value[at]);
    return count;
  }
  for (const name in value) {
    count++;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object') count += countKeys(inner);
  }
  return count;
}

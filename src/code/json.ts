import { countKeys } from './json-count.ts';
import { parseExact } from './json-exact.ts';

/** What a text of JSON holds, or why it holds nothing. */
export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** How deep objects and lists may stand in each other. */
export const deepest = 64;

/**
 * Reads a text of JSON (RFC 8259) strictly: no member name twice in one object (RFC 7493, section 2.3), at most 64 levels.
 * Integers beyond ±(2^53−1) and below 2^64 are BigInt; any other number that a double does not hold is NaN.
 * A member called `__proto__` is a member like any other.
 */
export function parseJson(text: string): Parsed {
  const seen = scan(text);
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

/** Counts the colons outside strings; stops at what is too deep, or at a number that a double may not hold. */
function scan(text: string): number | 'deep' | 'numbers' {
  const end = text.length;
  let colons = 0;
  let depth = 0;
  let digits = 0;
  let numbers = false;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) {
      at = closing(text, at);
      if (at < 0) break;
      digits = 0;
    } else if ((unit >= 48 && unit <= 57) || unit === 46) {
      if (++digits > 15) numbers = true;
    } else {
      if (digits > 0) {
        if (unit === 101 || unit === 69) numbers = true;
        digits = 0;
      }
      if (unit === 58) colons++;
      else if (unit === 123 || unit === 91) {
        if (++depth > deepest) return 'deep';
      } else if (unit === 125 || unit === 93) depth--;
    }
  }
  return numbers ? 'numbers' : colons;
}

/** The index of the quote that ends the string which begins at `from`, or −1. */
export function closing(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return -1;
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((at - before) % 2 === 1) return at;
  }
}

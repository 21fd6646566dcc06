/** A parsed JSON value, or its fault. */
export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Counts the colons outside strings; stops at the maximum depth, or at a number that a double may not represent. */
export function scan(text: string, deepest: number): number | 'deep' | 'numbers' {
  const end = text.length;
  let colons = 0;
  let depth = 0;
  let digits = 0;
  let numbers = false;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) {
      at = findClosingQuote(text, at);
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
export function findClosingQuote(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return -1;
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((at - before) % 2 === 1) return at;
  }
}

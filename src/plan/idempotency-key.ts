/**
 * The values of a header that holds an idempotency key, of 1 to 255 characters: a string of RFC 8941 (section 3.3.3), or the characters of a
 * token. Tools with an engine of their own read it too: it has no group without a number, and `"` in a class alone.
 */
export const idempotencyKeyPattern =
  '^(["](([ !#-\\[\\]-~]|\\\\["\\\\]){1,255})["]|([!#$%&\'*+.^_`|~:/=0-9A-Za-z-]{1,255}))$';

const pattern = new RegExp(idempotencyKeyPattern);

/** Reads the key of such a header: `"k"` and `k` are one; undefined for any other value. */
export function readIdempotencyKey(value: string): string | undefined {
  const found = pattern.exec(value.trim());
  return found?.[2]?.replace(/\\(.)/g, '$1') ?? found?.[4];
}

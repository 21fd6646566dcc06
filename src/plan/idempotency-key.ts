/**
 * The values of a header that holds an idempotency key, of 1 to 255 characters: a string of RFC 8941 (section 3.3.3), or the characters of a
 * token. Tools with an engine of their own read it too: it has no group without a number, and `"` in a class alone.
 */
export const idempotencyKeyPattern =
  '^(["](([ !#-\\[\\]-~]|\\\\["\\\\]){1,255})["]|([!#$%&\'*+.^_`|~:/=0-9A-Za-z-]{1,255}))$';

/** The values with a UUID of random bits (RFC 9562, versions 4 and 7), which callers without a credential need. */
export const randomKeyPattern =
  '^["]?[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}["]?$';

/** The status of an outcome that is a claim: the request is in progress, outside any transaction. */
export const claimStatus = 0;

const pattern = new RegExp(idempotencyKeyPattern);
const random = new RegExp(randomKeyPattern);

/** Whether no other client can guess a key. */
export function isRandomKey(key: string): boolean {
  return random.test(key);
}

/** Reads the key of such a header: `"k"` and `k` are one; undefined for any other value. */
export function readIdempotencyKey(value: string): string | undefined {
  const found = pattern.exec(value.trim());
  return found?.[2]?.replace(/\\(.)/g, '$1') ?? found?.[4];
}

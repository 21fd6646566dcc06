import type { FormatMember } from './format.ts';

/** The number of random bytes in a token: too many to guess. */
const size = 32;

/** Bytes in base 64 for URLs, without padding (RFC 4648, section 5). */
function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** A token: random, shown once, and stored as its SHA-256 hash. A path finds its record by it. */
export const token: FormatMember = {
  name: 'token',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined),
  words: () => 'must be a token of 43 characters',
  schema: () => ({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  example: () => 'bm90IGEgdG9rZW4sIGFuIGV4YW1wbGUgb25seSwgMzI',
  right: ['bm90IGEgdG9rZW4sIGFuIGV4YW1wbGUgb25seSwgMzI', `${'-'.repeat(42)}_`],
  wrong: ['', 'bm90IGEgdG9rZW4', `${'a'.repeat(42)}=`, `sha256:${'a'.repeat(36)}`, 1, null],
  assignable: (platform) => encodeBase64Url(platform.random(size)),
  asExpression: { kind: 'hash', of: 'token' },
  digested: true,
  notCompared: 'a token is stored as its hash',
  isKept: (value) => /^(?:sha256:[0-9a-f]{64}|[A-Za-z0-9_-]{43})$/.test(value),
  keptWords: 'must be a token of 43 characters, or its stored hash (`sha256:…`)',
};

import type { FormatMember } from './format.ts';

/** Bytes to base 64 with padding (RFC 4648, section 4). */
function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** A secret that signs: random, shown once. */
export const secret: FormatMember = {
  name: 'secret',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  words: () => 'must be a secret of at least one character',
  schema: () => ({ minLength: 1 }),
  example: () => 'whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxlIG9ubHk=',
  right: ['whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxlIG9ubHk=', 'x'],
  wrong: ['', 1, null],
  assignable: (platform) => `whsec_${encodeBase64(platform.random(32))}`,
  holdsCommas: true,
  encrypted: true,
  notCompared: 'a secret is kept for signing alone',
  asExpression: { kind: 'string' },
};

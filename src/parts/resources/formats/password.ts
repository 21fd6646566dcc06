import { readPasswordHash } from '../../../text/hashes/password-hash.ts';
import { toOpaqueString } from '../../../text/opaque-string.ts';
import type { FormatMember } from './format.ts';

/** A password: only a salted hash of it is kept. */
export const password: FormatMember = {
  name: 'password',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && value !== '' ? toOpaqueString(value) : undefined),
  words: () => 'must be a password of at least one character',
  schema: () => ({ format: 'password', minLength: 1 }),
  example: () => 'correct horse battery staple',
  right: ['correct horse battery staple', 'x', 'e\u0301\u00a0\u3000'],
  wrong: ['', 1, null],
  asExpression: { kind: 'hash', of: 'password' },
  holdsCommas: true,
  hashed: true,
  notCompared: 'a password is kept as a salted hash',
  isKept: (value) => readPasswordHash(value) !== undefined,
};

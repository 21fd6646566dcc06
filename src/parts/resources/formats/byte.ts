import type { FormatMember } from './format.ts';

const form = /^(?:[A-Za-z0-9+/]{2,}={0,2})?$/;

/** Bytes in base 64. */
export const byte: FormatMember = {
  name: 'byte',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && value.length % 4 === 0 && form.test(value) ? value : undefined),
  words: () => 'must be base64 with padding',
  schema: () => ({ format: 'byte', contentEncoding: 'base64' }),
  example: () => 'aGVsbG8=',
  right: ['', 'aGVsbG8=', 'aGk=', 'aA==', 'AAAA', '+/+/'],
  wrong: ['a', 'aGk', 'aG=k', '====', 'aGk_', 'aGk=\n', 'a===', 5],
  plain: true,
  asExpression: { kind: 'string' },
  bytes: (value) => (value.length / 4) * 3 - (value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0),
};

import type { FormatMember } from './format.ts';

/** An integer of 32 bits. */
export const int32: FormatMember = {
  name: 'int32',
  base: 'integer',
  storage: 'integer',
  read: (value) => (typeof value === 'number' && (value | 0) === value ? value + 0 : undefined),
  words: () => 'must be an integer from -2147483648 to 2147483647',
  schema: () => ({ format: 'int32', minimum: -2147483648, maximum: 2147483647 }),
  example: () => 42,
  within: ['int64'],
  right: [0, -2147483648, 2147483647, 1],
  wrong: [2147483648, -2147483649, 1.5, '1', 2n ** 60n, null, true],
  asExpression: { kind: 'int' },
};

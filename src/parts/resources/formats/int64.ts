import type { FormatMember } from './format.ts';

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

function read(value: unknown): bigint | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return undefined;
    if (Number.isSafeInteger(value)) return BigInt(value);
  } else if (typeof value !== 'bigint') return undefined;
  const exact = BigInt(value);
  return exact >= least && exact <= most ? exact : undefined;
}

/** An integer of 64 bits; in the process a BigInt. */
export const int64: FormatMember = {
  name: 'int64',
  base: 'integer',
  storage: 'int64',
  read,
  words: () => 'must be an integer from -9223372036854775808 to 9223372036854775807',
  schema: () => ({ format: 'int64' }),
  example: () => 4200,
  wider: true,
  right: [0, -5, 9007199254740991, 9007199254740993n, most, least],
  wrong: [most + 1n, least - 1n, 1.5, '1', 1e30, null],
  asExpression: { kind: 'int', wide: true },
};

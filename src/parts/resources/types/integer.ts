import type { TypeMember } from './type.ts';

/** Reads an integer in decimal digits: a number, or a BigInt where a number does not hold it. */
function parseInteger(text: string): number | bigint | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : BigInt(text);
}

/** A whole number. */
export const integer: TypeMember<'integer'> = {
  name: 'integer',
  meaning: 'A whole number from −(2^53−1) to 2^53−1; formats change the range.',
  storage: 'integer',
  inside: 'nothing',
  refuses: (schema) => (schema.format === undefined ? '!Number.isSafeInteger(v)' : ''),
  words: () => 'must be an integer from -9007199254740991 to 9007199254740991',
  schema: () => ({ type: 'integer' }),
  example: () => 42,
  fromText: parseInteger,
  cases: [{ schema: { type: 'integer' }, right: [0, -3, 9007199254740991], wrong: ['1', 1.5, 2 ** 53, false, []] }],
};

import type { SchemaOf, TypeMember } from './type.ts';

/** Reads an integer in decimal digits: a number, or a BigInt where a number does not hold it. */
function parseInteger(text: string): number | bigint | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : BigInt(text);
}

/** Names the integers that a value may be, by its range if it has one. */
function describeIntegers({ constraints = [] }: SchemaOf<'integer'>): string {
  const ranges = constraints.flatMap((constraint) =>
    constraint.kind === 'range' && constraint.unit === 'value' ? constraint : [],
  );
  const from = ranges.find((range) => range.from !== undefined)?.from;
  const to = ranges.find((range) => range.to !== undefined)?.to;
  return `must be an integer from ${from ?? Number.MIN_SAFE_INTEGER} to ${to ?? Number.MAX_SAFE_INTEGER}`;
}

/** A whole number. */
export const integer: TypeMember<'integer'> = {
  name: 'integer',
  storage: 'integer',
  inside: 'nothing',
  refuses: (schema) => (schema.format === undefined ? '!Number.isSafeInteger(v)' : ''),
  words: describeIntegers,
  schema: ({ format }) => ({
    type: 'integer',
    ...(format === undefined ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } : {}),
  }),
  fromText: parseInteger,
  cases: [{ schema: { type: 'integer' }, right: [0, -3, 9007199254740991], wrong: ['1', 1.5, 2 ** 53, false, []] }],
};

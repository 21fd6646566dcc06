import type { TypeMember } from './type.ts';

/** A number with a fraction. */
export const number: TypeMember<'number'> = {
  name: 'number',
  storage: 'number',
  inside: 'nothing',
  refuses: () => '!Number.isFinite(v)',
  words: () => 'must be a number that a 64-bit float represents exactly',
  schema: () => ({ type: 'number' }),
  fromText: (text) => (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined),
  cases: [{ schema: { type: 'number' }, right: [0, 1.5, -1e300], wrong: ['1', true, {}] }],
};

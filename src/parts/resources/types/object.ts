import type { TypeMember } from './type.ts';

/** A free object: any members. */
export const object: TypeMember<'object'> = {
  name: 'object',
  storage: 'json',
  inside: 'anything',
  refuses: () => `typeof v !== 'object' || Array.isArray(v)`,
  words: () => 'must be an object',
  schema: () => ({ type: 'object' }),
  cases: [{ schema: { type: 'object' }, right: [{}, { a: [1, null] }], wrong: [[], 'a', 1] }],
};

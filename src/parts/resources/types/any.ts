import type { TypeMember } from './type.ts';

/** Any value of JSON but null, which only `any or null` takes. */
export const any: TypeMember<'any'> = {
  name: 'any',
  storage: 'json',
  inside: 'anything',
  refuses: () => '',
  schema: () => ({ type: ['string', 'number', 'boolean', 'object', 'array'] }),
  cases: [{ schema: { type: 'any' }, right: [1, 'a', [null], {}, false], wrong: [] }],
};

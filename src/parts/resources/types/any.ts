import type { TypeMember } from './type.ts';

/** Any value of JSON. */
export const any: TypeMember<'any'> = {
  name: 'any',
  storage: 'json',
  inside: 'anything',
  refuses: () => '',
  schema: () => ({}),
  cases: [{ schema: { type: 'any' }, right: [1, 'a', [null], {}, false], wrong: [] }],
};

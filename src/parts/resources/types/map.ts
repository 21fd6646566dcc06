import type { TypeMember } from './type.ts';

/** Values of one type by free names. */
export const map: TypeMember<'map'> = {
  name: 'map',
  storage: 'json',
  inside: 'values',
  refuses: () => `typeof v !== 'object' || Array.isArray(v)`,
  words: () => 'must be an object',
  schema: ({ item }, of) => ({ type: 'object', additionalProperties: of(item) }),
  cases: [
    {
      schema: { type: 'map', item: { type: 'boolean' } },
      right: [{}, { a: true }],
      wrong: [[], 'a', { a: 1 }, { a: null }],
    },
  ],
};

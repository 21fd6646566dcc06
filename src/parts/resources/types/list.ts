import type { TypeMember } from './type.ts';

/** A list of values of one type. */
export const list: TypeMember<'list'> = {
  name: 'list',
  storage: 'json',
  inside: 'items',
  refuses: () => '!Array.isArray(v)',
  words: () => 'must be a list',
  schema: ({ item }, of) => ({ type: 'array', items: of(item) }),
  cases: [
    { schema: { type: 'list', item: { type: 'integer' } }, right: [[], [1, 2]], wrong: [1, {}, ['a'], [null], [[1]]] },
    { schema: { type: 'list', item: { type: 'string', nullable: true } }, right: [[null, 'a']], wrong: [[1]] },
  ],
};

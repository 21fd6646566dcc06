import type { TypeMember } from './type.ts';

/** The identity of another record. */
export const ref: TypeMember<'ref'> = {
  name: 'ref',
  storage: 'text',
  inside: 'identity',
  refuses: () => '',
  words: ({ resource }) => `must be the identity of ${/^[AEIOU]/.test(resource) ? 'an' : 'a'} ${resource}`,
  schema: ({ resource }, of) => of({ name: resource }),
  example: () => 'id',
  cases: [],
};

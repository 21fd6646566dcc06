import type { TypeMember } from './type.ts';

/** An object or a tagged union of the document. */
export const named: TypeMember<'named'> = {
  name: 'named',
  storage: 'json',
  inside: 'members',
  refuses: () => `typeof v !== 'object' || Array.isArray(v)`,
  words: () => 'must be an object',
  schema: ({ name }, of) => of({ name }),
  cases: [],
};

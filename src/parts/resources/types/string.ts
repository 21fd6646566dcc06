import type { TypeMember } from './type.ts';

/** Text. */
export const string: TypeMember<'string'> = {
  name: 'string',
  storage: 'text',
  inside: 'nothing',
  refuses: () => `typeof v !== 'string'`,
  words: () => 'must be a string',
  schema: () => ({ type: 'string' }),
  fromText: (text) => text,
  cases: [{ schema: { type: 'string' }, right: ['', 'a', '😀'], wrong: [1, true, [], {}] }],
};

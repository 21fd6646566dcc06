import type { TypeMember } from './type.ts';

/** True or false. */
export const boolean: TypeMember<'boolean'> = {
  name: 'boolean',
  storage: 'boolean',
  inside: 'nothing',
  refuses: () => `typeof v !== 'boolean'`,
  words: () => 'must be true or false',
  schema: () => ({ type: 'boolean' }),
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  cases: [{ schema: { type: 'boolean' }, right: [true, false], wrong: ['true', 0, []] }],
};

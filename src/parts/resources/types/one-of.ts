import type { TypeMember } from './type.ts';

/** One of fixed values: `value of …`, and a `state`. */
export const oneOf: TypeMember<'choice'> = {
  name: 'choice',
  storage: 'text',
  inside: 'nothing',
  refuses: ({ values }) =>
    values.length === 0 ? 'true' : values.map((value) => `v !== ${JSON.stringify(value)}`).join(' && '),
  problem: 'not one of',
  words: ({ values }) => `must be one of ${values.join(', ')}`,
  schema: ({ values }) => ({ type: 'string', enum: values }),
  fromText: (text) => text,
  cases: [
    { schema: { type: 'choice', values: ['a', '"b'] }, right: ['a', '"b'], wrong: ['A', '', 1] },
    { schema: { type: 'choice', values: [] }, right: [], wrong: ['a'] },
  ],
};

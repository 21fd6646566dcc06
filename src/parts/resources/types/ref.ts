import type { TypeMember } from './type.ts';

/** The identity of another record. */
export const ref: TypeMember<'ref'> = {
  name: 'ref',
  storage: 'text',
  inside: 'identity',
  refuses: () => '',
  schema: ({ resource }, of) => of({ name: resource }),
  cases: [],
};

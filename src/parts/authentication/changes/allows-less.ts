import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type AccessPair, rowOf } from './subjects.ts';

/** Callers may no longer call an operation. */
export const allowsLess: ChangeRule<AccessPair> = {
  name: 'authentication/allows-less',
  verb: 'behaviour',
  differs: 'callers may no longer call an operation',
  requests: breaking('A client that calls it and has no other scope for it: `not allowed`.'),
  find: ({ audience, change, operations, old, now }) =>
    change !== 'less'
      ? undefined
      : {
          where: audience,
          what: `\`${audience}\` no longer allows ${listed(operations)}`,
          old,
          now,
          row: rowOf(audience),
        },
};

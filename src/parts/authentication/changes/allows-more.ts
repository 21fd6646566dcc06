import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type AccessPair, rowOf } from './subjects.ts';

/** Callers may call an operation that was closed to them. */
export const allowsMore: ChangeRule<AccessPair> = {
  name: 'authentication/allows-more',
  verb: 'behaviour',
  differs: 'callers may call an operation that was closed to them',
  requests: compatible,
  exposes: 'Callers may call an operation that was closed to them.',
  find: ({ audience, change, operations, old, now }) =>
    change !== 'more'
      ? undefined
      : {
          where: audience,
          what: `\`${audience}\` allows ${listed(operations)} too`,
          old,
          now,
          row: rowOf(audience),
        },
};

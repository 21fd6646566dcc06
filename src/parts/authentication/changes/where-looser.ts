import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type AccessPair, rowOf } from './subjects.ts';

/** A row rule admits more records. */
export const whereLooser: ChangeRule<AccessPair> = {
  name: 'authentication/where-looser',
  verb: 'behaviour',
  differs: 'a row rule admits more records',
  requests: compatible,
  answers: unclear('A client that relies on never seeing those records.'),
  exposes: 'Callers may read or change records that the older Where hid from them.',
  find: ({ audience, change, operations, reads, writes, old, now }) =>
    change !== 'looser'
      ? undefined
      : {
          where: audience,
          what: `\`${audience}\` admits more records to ${listed(operations)}`,
          old,
          now,
          requests: writes,
          answers: reads,
          row: rowOf(audience),
        },
};

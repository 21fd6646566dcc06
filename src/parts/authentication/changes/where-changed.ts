import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type AccessPair, rowOf } from './subjects.ts';

/** A row rule admits other records. */
export const whereChanged: ChangeRule<AccessPair> = {
  name: 'authentication/where-changed',
  verb: 'behaviour',
  differs: 'a row rule admits other records',
  requests: unclear('A client that changes records which only the older rule admits.'),
  answers: unclear('A client that reads records which only the older rule admits.'),
  exposes: 'Callers may read or change records that the older Where hid from them.',
  find: ({ audience, change, operations, reads, writes, old, now }) =>
    change !== 'unclear'
      ? undefined
      : {
          where: audience,
          what: `\`${audience}\` admits other records to ${listed(operations)}`,
          old,
          now,
          requests: writes,
          answers: reads,
          row: rowOf(audience),
        },
};

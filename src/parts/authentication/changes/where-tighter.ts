import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type AccessPair, rowOf } from './subjects.ts';

/** A row rule admits fewer records. */
export const whereTighter: ChangeRule<AccessPair> = {
  name: 'authentication/where-tighter',
  verb: 'behaviour',
  differs: 'a row rule admits fewer records',
  requests: breaking('A client that changes records which only the older rule admits.'),
  answers: breaking('A client that reads records which only the older rule admits.'),
  find: ({ audience, change, operations, reads, writes, old, now }) =>
    change !== 'tighter'
      ? undefined
      : {
          where: audience,
          what: `\`${audience}\` admits fewer records to ${listed(operations)}`,
          old,
          now,
          requests: writes,
          answers: reads,
          row: rowOf(audience),
        },
};

import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { listed } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { GrantPair } from './subjects.ts';

/** A row rule admits other records. */
export const whereChanged: ChangeRule<GrantPair> = {
  name: 'authentication/where-changed',
  verb: 'behaviour',
  differs: 'a row rule admits other records',
  requests: unclear('A client that changes records which only the older rule admits.'),
  answers: unclear('A client that reads records which only the older rule admits.'),
  exposes: 'Callers may read or change records that the older Where hid from them.',
  find: ({ comparison, scope: { name, old: before, now: after }, operations, resource, reads, writes, old, now }) => {
    const was = old === 'always' ? undefined : inNewNames(comparison, { of: resource }, old);
    if (strictness(was, now === 'always' ? undefined : now) !== 'unclear') return undefined;
    return {
      where: name,
      what: `\`${name}\` admits other records to ${listed(operations)}`,
      old: before?.model.span,
      now: after?.model.span,
      requests: writes,
      answers: reads,
      row: { where: `scope ${name}` },
    };
  },
};

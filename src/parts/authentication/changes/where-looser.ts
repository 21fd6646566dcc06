import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { listed } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { GrantPair } from './subjects.ts';

/** A row rule admits more records. */
export const whereLooser: ChangeRule<GrantPair> = {
  name: 'authentication/where-looser',
  verb: 'behaviour',
  differs: 'a row rule admits more records',
  requests: compatible,
  answers: unclear('A client that relies on never seeing those records.'),
  exposes: 'Callers may read or change records that the older Where hid from them.',
  find: ({ comparison, scope: { name, old: before, now: after }, operations, resource, reads, writes, old, now }) => {
    const was = old === 'always' ? undefined : inNewNames(comparison, { of: resource }, old);
    if (strictness(was, now === 'always' ? undefined : now) !== 'looser') return undefined;
    return {
      where: name,
      what: `\`${name}\` admits more records to ${listed(operations)}`,
      old: before?.model.span,
      now: after?.model.span,
      requests: writes,
      answers: reads,
      row: { where: `scope ${name}` },
    };
  },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { listed } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { GrantPair } from './subjects.ts';

/** A row rule admits fewer records. */
export const whereTighter: ChangeRule<GrantPair> = {
  name: 'authentication/where-tighter',
  verb: 'behaviour',
  differs: 'a row rule admits fewer records',
  requests: breaking('A client that changes records which only the older rule admits.'),
  answers: breaking('A client that reads records which only the older rule admits.'),
  find: ({ comparison, scope: { name, old: before, now: after }, operations, resource, reads, writes, old, now }) => {
    const was = old === 'always' ? undefined : inNewNames(comparison, { of: resource }, old);
    if (strictness(was, now === 'always' ? undefined : now) !== 'tighter') return undefined;
    return {
      where: name,
      what: `\`${name}\` admits fewer records to ${listed(operations)}`,
      old: before?.model.span,
      now: after?.model.span,
      requests: writes,
      answers: reads,
      row: { where: `scope ${name}` },
    };
  },
};

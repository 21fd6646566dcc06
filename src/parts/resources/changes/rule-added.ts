import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RuleMove } from './rule-moves.ts';

/** A rule forbids what no other rule did. */
export const ruleAdded: ChangeRule<RuleMove> = {
  name: 'resources/rule-added',
  verb: 'behaviour',
  differs: 'a new rule forbids what no other rule did',
  requests: breaking('A client that writes what the rule forbids.'),
  find: ({ kind, of, rule: { name, now } }) =>
    kind !== 'added'
      ? undefined
      : { where: name, what: `the rule \`${name}\` of \`${of}\` is new`, now: now!.model.span },
};

import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { RuleMove } from './rule-moves.ts';

/** A rule no longer binds records. */
export const ruleRemoved: ChangeRule<RuleMove> = {
  name: 'resources/rule-removed',
  verb: 'behaviour',
  differs: 'a rule no longer binds records',
  requests: compatible,
  answers: unclear('A client that relies on what the rule held.'),
  find: ({ kind, of, rule: { name, old } }) =>
    kind !== 'removed'
      ? undefined
      : { where: of, what: `the rule \`${name}\` of \`${of}\` is gone`, old: old!.model.span, row: 'none' },
};

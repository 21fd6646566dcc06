import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { RulePair } from './subjects.ts';

/** A rule no longer binds records. */
export const ruleRemoved: ChangeRule<RulePair> = {
  name: 'resources/rule-removed',
  verb: 'behaviour',
  differs: 'a rule no longer binds records',
  requests: compatible,
  answers: unclear('A client that relies on what the rule held.'),
  find: ({ old, now, of, name }) =>
    now !== undefined
      ? undefined
      : { where: of, what: `the rule \`${name}\` of \`${of}\` is gone`, old: old!.model.span, row: 'none' },
};

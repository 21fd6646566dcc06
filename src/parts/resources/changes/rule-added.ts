import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RulePair } from './subjects.ts';

/** A rule binds every record that is written. */
export const ruleAdded: ChangeRule<RulePair> = {
  name: 'resources/rule-added',
  verb: 'behaviour',
  differs: 'a rule binds every record that is written',
  requests: breaking('A client that writes what the rule forbids.'),
  find: ({ old, now, of, name }) =>
    old !== undefined
      ? undefined
      : { where: name, what: `the rule \`${name}\` of \`${of}\` is new`, now: now!.model.span },
};

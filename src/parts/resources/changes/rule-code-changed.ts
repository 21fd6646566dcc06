import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RuleMove } from './rule-moves.ts';

/** Another code answers who breaks a rule. */
export const ruleCodeChanged: ChangeRule<RuleMove> = {
  name: 'resources/rule-code-changed',
  verb: 'behaviour',
  differs: 'another code answers who breaks a rule',
  answers: breaking('A client that tells by the older code what it did wrong.'),
  find: ({ comparison, kind, rule: { name, old, now } }) => {
    if (kind !== 'code') return undefined;
    const code = now!.plan.otherwise;
    const isNew = code !== undefined && !comparison.old.plan.errors.codes.some((one) => one.code === code);
    return {
      where: name,
      what: `the rule \`${name}\` is answered by ${code === undefined ? 'no code of its own' : `\`${code}\``}`,
      old: old!.model.otherwise?.span ?? old!.model.span,
      now: now!.model.otherwise?.span ?? now!.model.span,
      // the row of the new code says what older callers see
      row: isNew ? 'none' : undefined,
    };
  },
};

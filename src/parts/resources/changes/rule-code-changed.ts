import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { ruleCode } from './rule-moves.ts';
import type { RulePair } from './subjects.ts';

/** Another code answers who breaks a rule. */
export const ruleCodeChanged: ChangeRule<RulePair> = {
  name: 'resources/rule-code-changed',
  verb: 'behaviour',
  differs: 'another code answers who breaks a rule',
  answers: breaking('A client that tells by the older code what it did wrong.'),
  find: (pair) => {
    const { comparison, name, old, now } = pair;
    if (old === undefined || now === undefined) return undefined;
    const code = now.plan.otherwise;
    // what a condition is answered by is told at the codes
    if (code === undefined && old.plan.otherwise === undefined) return undefined;
    if (ruleCode(pair, old, 'old') === ruleCode(pair, now, 'now')) return undefined;
    const isNew = code !== undefined && !comparison.old.plan.errors.codes.some((one) => one.code === code);
    return {
      where: name,
      what: `the rule \`${name}\` is answered by ${code === undefined ? 'no code of its own' : `\`${code}\``}`,
      old: old.model.otherwise?.span ?? old.model.span,
      now: now.model.otherwise?.span ?? now.model.span,
      // the row of the new code says what older callers see
      row: isNew ? 'none' : undefined,
    };
  },
};

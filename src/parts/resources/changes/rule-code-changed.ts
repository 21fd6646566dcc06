import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RulePair } from './subjects.ts';

/** Another code answers who breaks a rule. */
export const ruleCodeChanged: ChangeRule<RulePair> = {
  name: 'resources/rule-code-changed',
  verb: 'behaviour',
  differs: 'another code answers who breaks a rule',
  answers: breaking('A client that tells by the older code what it did wrong.'),
  find: ({ comparison, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const code = now.plan.otherwise;
    if (old.plan.otherwise === (code === undefined ? undefined : comparison.renamed.code(code))) return undefined;
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

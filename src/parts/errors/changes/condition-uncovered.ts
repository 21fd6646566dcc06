import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type CodePair, conditionsOf } from './subjects.ts';

/** A code no longer answers a condition, and no other code does. */
export const conditionUncovered: ChangeRule<CodePair> = {
  name: 'errors/condition-uncovered',
  differs: 'a code no longer answers a condition, and no other code does',
  answers: breaking('A client that looks for the code.'),
  find: ({ comparison, code, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const all = new Set(comparison.now.plan.errors.codes.flatMap((plan) => conditionsOf({ model: now.model, plan })));
    const less = conditionsOf(old).filter((one) => !all.has(one));
    return less.length === 0
      ? undefined
      : {
          where: code,
          what: `\`${code}\` no longer answers ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};

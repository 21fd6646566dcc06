import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { listed } from '../../comparing/comparison.ts';
import { type CodePair, conditionsOf } from './subjects.ts';

/** A code answers a condition that had no code. */
export const conditionCovered: ChangeRule<CodePair> = {
  name: 'errors/condition-covered',
  differs: 'a code answers a condition that had no code',
  answers: unclear('A client that looks for the status that HTTP gives it.'),
  find: ({ comparison, code, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const all = new Set(comparison.old.plan.errors.codes.flatMap((plan) => conditionsOf({ model: old.model, plan })));
    const more = conditionsOf(now).filter((one) => !all.has(one));
    return more.length === 0
      ? undefined
      : { where: code, what: `\`${code}\` answers ${listed(more)} too`, old: old.model.span, now: now.model.span };
  },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ConditionPair } from './subjects.ts';

/** A condition is answered by another code. */
export const conditionMoved: ChangeRule<ConditionPair> = {
  name: 'errors/condition-moved',
  differs: 'a condition is answered by another code',
  answers: breaking('A client that looks for the older code.'),
  find: ({ condition, old, now, same }) =>
    same
      ? undefined
      : {
          where: condition,
          what: `\`${condition}\` is answered by \`${now.plan.code}\`, it was \`${old.plan.code}\``,
          old: old.model.span,
          now: now.model.span,
        },
};

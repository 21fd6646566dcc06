import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RuleMove } from './rule-moves.ts';

/** Of two rules that a record breaks, another one answers. */
export const ruleAnswersFirst: ChangeRule<RuleMove> = {
  name: 'resources/rule-answers-first',
  verb: 'behaviour',
  differs: 'of two rules that a record breaks, another one answers',
  answers: breaking('A client that breaks both and tells by the older code what it did wrong.'),
  find: ({ kind, rule, before }) =>
    kind !== 'first'
      ? undefined
      : {
          where: rule.name,
          what: `the rule \`${rule.name}\` answers where \`${before!.name}\` did`,
          old: before!.old?.model.span,
          now: rule.now?.model.span,
        },
};

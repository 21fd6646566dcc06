import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** There is a transition that was not there. */
export const transitionAdded: ChangeRule<RowPair> = {
  name: 'states/transition-added',
  verb: 'behaviour',
  differs: 'there is a transition that was not there',
  requests: compatible,
  answers: unclear('A client that does not expect records to change by it.'),
  find: ({ called, olderRows, old, now }) => {
    if (old !== undefined || olderRows > 0 || limits(now!.plan.name)) return undefined;
    const byItself = now!.plan.trigger !== undefined && now!.plan.trigger.kind !== 'code';
    return { where: called, what: `the transition \`${called}\` is new`, now: now!.model.name.span, answers: byItself };
  },
};

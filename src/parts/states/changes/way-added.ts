import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** A transition may be taken in one more way. */
export const wayAdded: ChangeRule<RowPair> = {
  name: 'states/way-added',
  verb: 'behaviour',
  differs: 'a transition may be taken in one more way',
  requests: compatible,
  find: ({ called, olderRows, old, now }) =>
    old !== undefined || olderRows === 0 || now!.plan.to.kind === 'refused' || limits(now!.plan.name)
      ? undefined
      : { where: called, what: `\`${called}\` has one more row`, now: now!.model.span },
};

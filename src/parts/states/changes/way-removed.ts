import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** A transition may no longer be taken in one of its ways. */
export const wayRemoved: ChangeRule<RowPair> = {
  name: 'states/way-removed',
  verb: 'behaviour',
  differs: 'a transition may no longer be taken in one of its ways',
  requests: breaking('A client that calls it where only the older row allowed it.'),
  find: ({ called, newerRows, old, now }) =>
    now !== undefined || newerRows === 0 || old!.plan.to.kind === 'refused' || limits(old!.plan.name)
      ? undefined
      : { where: called, what: `\`${called}\` has a row less`, old: old!.model.span },
};

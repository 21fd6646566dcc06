import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { limits, type RowPair } from './subjects.ts';

/** A transition is no longer there. */
export const transitionRemoved: ChangeRule<RowPair> = {
  name: 'states/transition-removed',
  verb: 'behaviour',
  differs: 'a transition is no longer there',
  requests: breaking('A client that calls it, or waits for what it did.'),
  find: ({ called, newerRows, old, now }) =>
    now !== undefined || newerRows > 0 || limits(old!.plan.name)
      ? undefined
      : { where: called, what: `the transition \`${called}\` is gone`, old: old!.model.name.span, row: 'none' },
};

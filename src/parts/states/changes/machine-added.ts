import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A resource has states or actions that it did not have. */
export const machineAdded: ChangeRule<MachinePair> = {
  name: 'states/machine-added',
  differs: 'a resource has states or actions that it did not have',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, called }) =>
    old !== undefined
      ? undefined
      : { where: called, what: `\`${called}\` has a machine of states`, now: now!.model.span },
};

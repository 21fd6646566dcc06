import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PlacementPair } from './subjects.ts';

/** Requests may name their version in one more place. */
export const placementAdded: ChangeRule<PlacementPair> = {
  name: 'versioning/placement-added',
  differs: 'requests may name their version in one more place',
  requests: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : { where: `placement ${name}`, what: `the version may be named in the ${name}`, now: now!.span },
};

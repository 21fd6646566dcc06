import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PlacementPair } from './subjects.ts';

/** Requests may no longer name their version in a place. */
export const placementRemoved: ChangeRule<PlacementPair> = {
  name: 'versioning/placement-removed',
  differs: 'requests may no longer name their version in a place',
  requests: breaking('A client that names it there.'),
  find: ({ name, old, now }) =>
    now !== undefined
      ? undefined
      : { where: `placement ${name}`, what: `the version is no longer named in the ${name}`, old: old!.span },
};

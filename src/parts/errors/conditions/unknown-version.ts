import type { Condition } from './contract.ts';
import { always, andBefore, anywhere, versionsInPath } from './places.ts';

/** The request names a version that the document does not state. */
export const unknownVersion: Condition = {
  name: 'unknown version',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  produced(facts) {
    if (facts.service.versioning.placements.length === 0) return [];
    return versionsInPath(facts) ? andBefore(always(facts)) : always(facts);
  },
  needs: 'a row of Placement',
  words: 'there is no such version',
};

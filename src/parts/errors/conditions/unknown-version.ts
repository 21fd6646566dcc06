import type { Condition } from './contract.ts';
import { always, anywhere } from './places.ts';

/** The request names a version that the document does not state. */
export const unknownVersion: Condition = {
  name: 'unknown version',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  produced: (facts) => (facts.service.versioning.placements.length === 0 ? [] : always(facts)),
  words: 'there is no such version',
};

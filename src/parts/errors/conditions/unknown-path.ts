import type { Condition } from './contract.ts';
import { always } from './places.ts';

/** A path that no operation has (RFC 9110, 15.5.5). */
export const unknownPath: Condition = {
  name: 'unknown path',
  status: 404,
  narrowedTo: [],
  statuses: 'client',
  produced: (facts) =>
    always(facts)
      .slice(0, 1)
      .map(({ span }) => ({ span })),
  words: 'no operation has this path',
};

import type { Condition } from './contract.ts';
import { always } from './places.ts';

/** A path that has operations, but none of this method (RFC 9110, 15.5.6). */
export const methodNotAllowed: Condition = {
  name: 'method not allowed',
  status: 405,
  narrowedTo: [],
  statuses: 'client',
  produced: (facts) =>
    always(facts)
      .slice(0, 1)
      .map(({ span }) => ({ span })),
  words: 'the path has no operation of this method',
};

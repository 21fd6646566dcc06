import type { Condition } from './contract.ts';
import { always, andBefore, anywhere } from './places.ts';

/** Something went wrong in the service itself (RFC 9110, 15.6.1). */
export const internalFailure: Condition = {
  name: 'internal failure',
  status: 500,
  narrowedTo: anywhere,
  statuses: 'client or server',
  produced: (facts) => andBefore(always(facts)),
  words: 'something went wrong in the service',
};

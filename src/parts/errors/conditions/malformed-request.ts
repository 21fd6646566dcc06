import type { Condition } from './contract.ts';
import { andBefore, anywhere, withRequest } from './places.ts';

/** A head that cannot be read, or a body that is no JSON or holds a member twice (RFC 9110, 15.5.1). */
export const malformedRequest: Condition = {
  name: 'malformed request',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  produced: (facts) => andBefore(withRequest(facts)),
  words: 'the request cannot be read',
};

import { anywhere, type Condition } from './contract.ts';

/** A head that cannot be read, or a body that is no JSON or holds a member twice (RFC 9110, 15.5.1). */
export const malformedRequest: Condition = {
  name: 'malformed request',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'send half a body',
  happened: 'the request cannot be read',
};

import { anywhere, type Condition } from './contract.ts';

/** An unreadable head, or a body that is invalid JSON or has a duplicate member (RFC 9110, 15.5.1). */
export const malformedRequest: Condition = {
  name: 'malformed request',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'send half a body',
  happened: 'the request cannot be read',
};

import { anywhere, type Condition } from './contract.ts';

/** Something went wrong in the service itself (RFC 9110, 15.6.1). */
export const internalError: Condition = {
  name: 'internal error',
  formerly: ['internal failure'],
  status: 500,
  narrowedTo: anywhere,
  statuses: 'client or server',
  notProvoked: 'only a fault of the service brings it about',
  happened: 'an internal error occurred',
};

import { anywhere, type Condition } from './contract.ts';

/** A limit of kind `timeout` is over (RFC 9110, 15.6.4). */
export const timedOut: Condition = {
  name: 'timed out',
  status: 503,
  narrowedTo: anywhere,
  statuses: 'client or server',
  notProvoked: 'only a request that takes too long brings it about',
  happened: 'the request took too long',
};

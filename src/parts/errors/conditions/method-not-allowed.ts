import type { Condition } from './contract.ts';

/** A path that has operations, but none of this method (RFC 9110, 15.5.6). */
export const methodNotAllowed: Condition = {
  name: 'method not allowed',
  status: 405,
  narrowedTo: [],
  statuses: 'client',
  happened: 'no operation of this path has this method',
};

import type { Condition } from './contract.ts';

/** A path that no operation has (RFC 9110, 15.5.5). */
export const unknownPath: Condition = {
  name: 'unknown path',
  status: 404,
  narrowedTo: [],
  statuses: 'client',
  happened: 'no operation has this path',
};

import { anywhere, type Condition } from './contract.ts';

/** If-Match or If-None-Match does not hold (RFC 9110, 15.5.13). */
export const preconditionFailed: Condition = {
  name: 'precondition failed',
  status: 412,
  narrowedTo: anywhere,
  kept: true,
  statuses: 'client',
  needs: 'an operation on one record',
  provokedBy: 'send an old precondition',
  happened: 'the record has changed since it was read',
};

import { anywhere, type Condition } from './contract.ts';

/** The first request with the key has not been answered yet. */
export const idempotencyKeyInProgress: Condition = {
  name: 'idempotency key in progress',
  formerly: ['still in progress'],
  status: 409,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Idempotency',
  notProvoked: 'only two requests at the same moment bring it about',
  happened: 'the first request with this key is not finished',
};

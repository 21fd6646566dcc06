import { anywhere, type Condition } from './contract.ts';

/** The key belongs to another request. */
export const idempotencyKeyReused: Condition = {
  name: 'idempotency key reused',
  status: 422,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Idempotency',
  provokedBy: 'repeat an idempotency key',
  happened: 'the idempotency key was used for another request',
};

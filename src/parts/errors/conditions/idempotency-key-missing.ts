import { anywhere, type Condition } from './contract.ts';

/** The header of the idempotency key is missing. */
export const idempotencyKeyMissing: Condition = {
  name: 'idempotency key missing',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a row of Idempotency that says `refused`',
  provokedBy: 'leave out the idempotency key',
  happened: 'an idempotency key is required',
};

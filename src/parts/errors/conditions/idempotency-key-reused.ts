import { ofTable } from './places.ts';

/** The key belongs to another request. */
export const idempotencyKeyReused = ofTable(
  'idempotency',
  'idempotency key reused',
  422,
  'all',
  'the idempotency key belongs to another request',
);

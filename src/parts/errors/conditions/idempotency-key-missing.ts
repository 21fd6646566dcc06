import { ofTable } from './places.ts';

/** The header of the idempotency key is missing. */
export const idempotencyKeyMissing = ofTable(
  'idempotency',
  'idempotency key missing',
  400,
  'refused',
  'the idempotency key is missing',
);

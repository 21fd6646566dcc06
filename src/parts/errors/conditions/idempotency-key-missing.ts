import { ofIdempotency } from './places.ts';

/** The header of the idempotency key is missing. */
export const idempotencyKeyMissing = ofIdempotency(
  'idempotency key missing',
  400,
  true,
  'the idempotency key is missing',
);

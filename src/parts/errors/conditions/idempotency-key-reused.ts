import { ofIdempotency } from './places.ts';

/** The key belongs to another request. */
export const idempotencyKeyReused = ofIdempotency(
  'idempotency key reused',
  422,
  false,
  'the idempotency key belongs to another request',
);

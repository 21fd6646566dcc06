import { ofTable } from './places.ts';

/** The first request with the key has not been answered yet. */
export const stillInProgress = ofTable(
  'idempotency',
  'still in progress',
  409,
  'all',
  'the first request is not finished',
);

import { ofIdempotency } from './places.ts';

/** The first request with the key has not been answered yet. */
export const stillInProgress = ofIdempotency('still in progress', 409, false, 'the first request is not finished');

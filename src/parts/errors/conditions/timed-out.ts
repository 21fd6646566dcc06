import { ofLimit } from './places.ts';

/** A limit of kind `time-out` is over (RFC 9110, 15.6.4). */
export const timedOut = ofLimit('timed out', 503, 'time-out', 'it took too long');

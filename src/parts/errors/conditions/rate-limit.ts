import { ofLimit } from './places.ts';

/** A limit of kind `rate` is used up (RFC 6585, 4). */
export const rateLimit = ofLimit('rate limit', 429, 'rate', 'there were too many requests');

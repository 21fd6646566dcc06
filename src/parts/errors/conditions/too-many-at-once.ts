import { ofLimit } from './places.ts';

/** A limit of kind `concurrency` is used up (RFC 6585, 4). */
export const tooManyAtOnce = ofLimit('too many at once', 429, 'concurrency', 'too many requests are under way');

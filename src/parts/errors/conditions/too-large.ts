import { ofLimit } from './places.ts';

/** The body is larger than a limit of kind `body size` (RFC 9110, 15.5.14). */
export const tooLarge = ofLimit('too large', 413, 'body size', 'the body is too large');

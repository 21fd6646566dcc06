import { bodySize } from '../../limits/kinds/body-size.ts';
import { ofLimit } from './places.ts';

/** The body is larger than a limit of kind `body size` (RFC 9110, 15.5.14). */
export const tooLarge = ofLimit(bodySize, 413, 'the body is too large');

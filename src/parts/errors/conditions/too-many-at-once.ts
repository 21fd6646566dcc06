import { concurrency } from '../../limits/kinds/concurrency.ts';
import { ofLimit } from './places.ts';

/** A limit of kind `concurrency` is used up (RFC 6585, 4). */
export const tooManyAtOnce = ofLimit(concurrency, 429, 'too many requests are under way');

import { timeOut } from '../../limits/kinds/time-out.ts';
import { ofLimit } from './places.ts';

/** A limit of kind `time-out` is over (RFC 9110, 15.6.4). */
export const timedOut = ofLimit(timeOut, 503, 'it took too long');

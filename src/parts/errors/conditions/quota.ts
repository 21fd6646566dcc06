import type { Condition } from './contract.ts';
import { ofLimit } from './places.ts';

/** As many records are kept as a limit of kind `quota` allows (RFC 9110, 15.5.4). */
export const quota: Condition = { ...ofLimit('quota', 403, 'quota', 'no more records may be kept'), kept: true };

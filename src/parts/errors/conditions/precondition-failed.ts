import type { Condition } from './contract.ts';
import { ofPreconditions } from './places.ts';

/** If-Match or If-None-Match does not hold (RFC 9110, 15.5.13). */
export const preconditionFailed: Condition = {
  ...ofPreconditions('precondition failed', 412, false, 'the record has changed meanwhile'),
  kept: true,
};

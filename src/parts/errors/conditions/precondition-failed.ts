import type { Condition } from './contract.ts';
import { ofTable } from './places.ts';

/** If-Match or If-None-Match does not hold (RFC 9110, 15.5.13). */
export const preconditionFailed: Condition = {
  ...ofTable('preconditions', 'precondition failed', 412, 'all', 'the record has changed meanwhile'),
  kept: true,
};

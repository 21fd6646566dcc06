import { anywhere, type Condition } from './contract.ts';

/** A limit of kind `concurrency` is used up (RFC 6585, 4). */
export const concurrencyLimit: Condition = {
  name: 'concurrency limit',
  formerly: ['too many at once'],
  status: 429,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a limit of kind `concurrency`',
  happened: 'too many requests are in progress',
};

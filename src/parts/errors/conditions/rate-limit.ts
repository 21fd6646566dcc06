import { anywhere, type Condition } from './contract.ts';

/** A limit of kind `rate` is used up (RFC 6585, 4). */
export const rateLimit: Condition = {
  name: 'rate limit',
  status: 429,
  narrowedTo: anywhere,
  statuses: 'client',
  needs: 'a limit of kind `rate`',
  passesWithTime: true,
  happened: 'the client has sent too many requests',
};

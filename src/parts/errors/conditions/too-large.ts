import { anywhere, type Condition } from './contract.ts';

/** The body is larger than a limit of kind `body size` (RFC 9110, 15.5.14). */
export const tooLarge: Condition = {
  name: 'too large',
  status: 413,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'send a large body',
  happened: 'the body is too large',
};

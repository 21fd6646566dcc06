import type { Condition } from './contract.ts';

/** Code ends the request with the code's name: it is always chosen by name. */
export const raisedBy: Condition = {
  name: 'raised by',
  narrowedTo: [],
  kept: true,
  statuses: 'client',
  provokedBy: 'send it again',
  happened: 'the code of the service rejects the request',
};

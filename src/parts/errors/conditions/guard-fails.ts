import { anywhere, type Condition } from './contract.ts';

/** Rows of the transition fit the state, but no guard holds (RFC 9110, 15.5.10). */
export const guardFails: Condition = {
  name: 'guard fails',
  status: 409,
  narrowedTo: anywhere,
  listedByPlace: true,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a Guard that is not followed by a row without one',
  provokedBy: 'send extreme values',
  comesWithTime: true,
  happened: 'the guard does not hold',
};

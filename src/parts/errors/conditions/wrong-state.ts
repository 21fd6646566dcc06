import { anywhere, type Condition } from './contract.ts';

/** No row has the present state in From, or a field is fixed in it (RFC 9110, 15.5.10). */
export const wrongState: Condition = {
  name: 'wrong state',
  status: 409,
  narrowedTo: anywhere,
  listedByPlace: true,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a transition that some state forbids, or a `fixed` field',
  provokedBy: 'use a record in another state',
  comesWithTime: true,
  happened: 'the state of the record does not allow this',
};

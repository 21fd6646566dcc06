import { anywhere, type Condition } from './contract.ts';

/** Other records refer to the one that would be deleted and do not let it go (RFC 9110, 15.5.10). */
export const stillReferenced: Condition = {
  name: 'still referenced',
  status: 409,
  blocked: true,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a `delete`, and a `ref` that refuses it',
  provokedBy: 'use a record that others refer to',
  happened: 'other records refer to the record',
};

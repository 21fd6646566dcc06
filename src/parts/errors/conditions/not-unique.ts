import { anywhere, type Condition } from './contract.ts';

/** Another record has the same values in the fields of a `unique`, or the identity of a create by PUT (RFC 9110, 15.5.10). */
export const notUnique: Condition = {
  name: 'not unique',
  status: 409,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a `unique` whose values can collide, or a `create` by PUT',
  provokedBy: 'repeat unique values',
  happened: 'another record has the same value',
};

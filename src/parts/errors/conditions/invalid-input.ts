import { anywhere, type Condition } from './contract.ts';

/** Members or parameters that are not as they should be (RFC 9110, 15.5.21). */
export const invalidInput: Condition = {
  name: 'invalid input',
  status: 422,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  provokedBy: 'send wrong values',
  happened: 'a field or parameter does not have a valid value',
};

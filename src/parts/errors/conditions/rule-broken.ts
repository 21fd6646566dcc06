import { anywhere, type Condition } from './contract.ts';

/** A rule does not hold on the record as it would be (RFC 9110, 15.5.21). */
export const ruleBroken: Condition = {
  name: 'rule broken',
  status: 422,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  needs: 'a rule, and an operation that writes its record',
  provokedBy: 'send extreme values',
  comesWithTime: true,
  happened: 'the record would violate a rule',
};

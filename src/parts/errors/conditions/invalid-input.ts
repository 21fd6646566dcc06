import type { Condition } from './contract.ts';
import { anywhere, at, withRequest } from './places.ts';

/** Members or parameters that are not as they should be (RFC 9110, 15.5.21). */
export const invalidInput: Condition = {
  name: 'invalid input',
  status: 422,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  produced(facts) {
    const asked = facts.operations.filter((operation) => operation.parameters.length > 0);
    return [...withRequest(facts), ...asked.map((operation) => at(operation))];
  },
  words: 'a member or parameter is not as it should be',
};

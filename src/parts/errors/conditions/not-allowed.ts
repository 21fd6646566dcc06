import type { Condition } from './contract.ts';
import { anywhere, at } from './places.ts';

/** The caller's scopes or row rules do not admit it (RFC 9110, 15.5.4). */
export const notAllowed: Condition = {
  name: 'not allowed',
  status: 403,
  narrowedTo: anywhere,
  statuses: 'client',
  produced({ service, operations, open }) {
    const { scopes } = service.authentication;
    if (!scopes.some((row) => row.kind === 'scope' || row.where !== undefined)) return [];
    return operations.filter((operation) => !open(operation)).map((operation) => at(operation));
  },
  words: 'the caller may not do this',
};

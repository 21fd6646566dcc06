import type { Condition } from './contract.ts';
import { anywhere, at } from './places.ts';

/** A credential is needed and none was sent (RFC 9110, 15.5.2). */
export const noCredential: Condition = {
  name: 'no credential',
  status: 401,
  narrowedTo: anywhere,
  statuses: 'credential',
  produced({ service, operations, open }) {
    if (service.authentication.schemes.length === 0) return [];
    return operations.filter((operation) => !open(operation)).map((operation) => at(operation));
  },
  needs: 'a scheme, and an operation that not everybody may call',
  words: 'a credential is needed and none was sent',
};

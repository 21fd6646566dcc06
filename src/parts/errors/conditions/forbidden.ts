import { anywhere, type Condition } from './contract.ts';

/** The caller's scopes or row rules do not admit it, or a creation asks for an attribute that it lacks (RFC 9110, 15.5.4). */
export const forbidden: Condition = {
  name: 'forbidden',
  formerly: ['not allowed'],
  status: 403,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  provokedBy: 'send the credential of another caller',
  ofCaller: true,
  happened: 'the caller is not allowed to do this',
};

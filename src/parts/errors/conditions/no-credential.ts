import { anywhere, type Condition } from './contract.ts';

/** A credential is needed and none was sent (RFC 9110, 15.5.2). */
export const noCredential: Condition = {
  name: 'no credential',
  status: 401,
  narrowedTo: anywhere,
  statuses: 'credential',
  needs: 'an operation that not everybody may call',
  provokedBy: 'leave out the credential',
  ofCaller: true,
  happened: 'a credential is required and none was sent',
};

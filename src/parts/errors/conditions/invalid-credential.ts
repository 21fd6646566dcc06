import { anywhere, type Condition } from './contract.ts';

/** A credential that was sent is unknown, expired, revoked or one of two (RFC 9110, 15.5.2). */
export const invalidCredential: Condition = {
  name: 'invalid credential',
  status: 401,
  narrowedTo: anywhere,
  statuses: 'credential',
  needs: 'a scheme',
  provokedBy: 'send an unknown credential',
  ofCaller: true,
  happened: 'the credential is not valid',
};

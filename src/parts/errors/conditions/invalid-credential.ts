import type { Condition } from './contract.ts';
import { always, anywhere } from './places.ts';

/** A credential that was sent is unknown, expired, revoked or one of two (RFC 9110, 15.5.2). */
export const invalidCredential: Condition = {
  name: 'invalid credential',
  status: 401,
  narrowedTo: anywhere,
  statuses: 'credential',
  produced: (facts) => (facts.service.authentication.schemes.length === 0 ? [] : always(facts)),
  needs: 'a scheme',
  words: 'the credential is not valid',
};

import { accessToken } from './access-token.ts';
import type { Scheme } from './contract.ts';

/** As `access token`, the tokens being signed JWTs. */
export const accessTokenAsJwt: Scheme = {
  ...accessToken,
  name: 'access token as jwt',
  form: 'signed',
  words: 'a signed access token of the service',
};

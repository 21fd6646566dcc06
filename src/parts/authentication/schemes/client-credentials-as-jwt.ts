import { requireWord } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** As `oauth2 client credentials`, the tokens being signed JWTs (RFC 9068). */
export const clientCredentialsAsJwt: Scheme = {
  name: 'oauth2 client credentials as jwt',
  form: 'signed',
  madeBy: 'issue token',
  makes: 'client',
  sentByBrowsers: false,
  carrier: (carried) => requireWord('Bearer', carried, 'tokens of OAuth 2 travel as bearer tokens (RFC 6750)'),
  words: 'a signed OAuth 2 access token',
  right: ['header Authorization: Bearer'],
  wrong: ['header Authorization: Basic', 'header X-Token', 'query access_token', 'cookie session'],
};

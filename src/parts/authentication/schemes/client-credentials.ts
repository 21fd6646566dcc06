import { requireWord } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** Opaque tokens that `issue token` gives for a client's id and secret (RFC 6749, 4.4; RFC 6750). */
export const clientCredentials: Scheme = {
  name: 'oauth2 client credentials',
  form: 'made here',
  madeBy: 'issue token',
  makes: 'client',
  sentByBrowsers: false,
  carrier: (carried) => requireWord('Bearer', carried, 'tokens of OAuth 2 travel as bearer tokens (RFC 6750)'),
  words: 'an OAuth 2 access token',
  right: ['header Authorization: Bearer', 'header authorization: bearer'],
  wrong: ['header Authorization: Basic', 'header X-Token', 'query access_token', 'cookie session'],
};

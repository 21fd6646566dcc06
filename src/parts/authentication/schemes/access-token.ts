import { rejectBasic } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** A token that the service's own code makes with `issue`, kept hashed. */
export const accessToken: Scheme = {
  name: 'access token',
  form: 'made here',
  madeBy: 'code',
  makes: 'token',
  sentByBrowsers: false,
  carrier: rejectBasic,
  words: 'an access token of the service',
  right: ['header Authorization: Bearer', 'cookie session', 'header X-Token', 'query token'],
  wrong: ['header Authorization: Basic'],
};

import { rejectBasic } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** A signed token of an issuer outside (RFC 7519); its keys are a setting. */
export const jwt: Scheme = {
  name: 'jwt',
  form: 'signed',
  madeBy: 'outside issuer',
  sentByBrowsers: false,
  carrier: rejectBasic,
  words: 'a token signed by the issuer',
  right: ['header Authorization: Bearer', 'cookie session', 'header X-Token'],
  wrong: ['header Authorization: Basic'],
};

import { requireWord } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** A client's id and secret with each request (RFC 7617). */
export const basic: Scheme = {
  name: 'basic',
  form: 'id and secret',
  madeBy: 'command line',
  makes: 'client',
  sentByBrowsers: true,
  carrier: (carried) => requireWord('Basic', carried, "a client's ID and secret follow `Basic` (RFC 7617)"),
  words: 'a client ID and secret',
  right: ['header Authorization: Basic'],
  wrong: ['header Authorization: Bearer', 'header X-Api-Key', 'query key', 'cookie session'],
};

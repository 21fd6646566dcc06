import { rejectBasic } from './carriers.ts';
import type { Scheme } from './contract.ts';

/** A key made on the command line, kept hashed. */
export const apiKey: Scheme = {
  name: 'api key',
  form: 'made here',
  madeBy: 'command line',
  makes: 'key',
  sentByBrowsers: false,
  carrier: rejectBasic,
  words: 'an API key',
  right: ['header X-Api-Key', 'header Authorization: Bearer', 'query key', 'cookie session'],
  wrong: ['header Authorization: Basic'],
};

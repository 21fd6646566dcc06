import { anywhere, type Condition } from './contract.ts';

/** Accept takes no media type that the service answers in (RFC 9110, 15.5.7). */
export const notAcceptable: Condition = {
  name: 'not acceptable',
  status: 406,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'accept no JSON',
  happened: 'the client accepts none of the media types of the response',
};

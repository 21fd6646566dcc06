import { anywhere, type Condition } from './contract.ts';

/** The host cannot do the work now (RFC 9110, 15.6.4); it comes of the host, so it is never a gap. */
export const unavailable: Condition = {
  name: 'unavailable',
  status: 503,
  narrowedTo: anywhere,
  statuses: 'client or server',
  isOfHost: true,
  notProvoked: 'only an end of the service, or of its store, brings it about',
  happened: 'the service is temporarily unavailable',
};

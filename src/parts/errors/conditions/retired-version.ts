import { anywhere, type Condition } from './contract.ts';

/** The request names a version that is no longer served (RFC 9110, 15.5.11). */
export const retiredVersion: Condition = {
  name: 'retired version',
  status: 410,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'name a retired version',
  happened: 'the version is no longer served',
};

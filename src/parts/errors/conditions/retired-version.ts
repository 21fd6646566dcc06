import type { Condition } from './contract.ts';
import { always, anywhere } from './places.ts';

/** The request names a version that is no longer served (RFC 9110, 15.5.11). */
export const retiredVersion: Condition = {
  name: 'retired version',
  status: 410,
  narrowedTo: anywhere,
  statuses: 'client',
  produced: (facts) =>
    facts.service.versioning.versions.some(({ status }) => status?.value === 'retired') ? always(facts) : [],
  words: 'this version is no longer served',
};

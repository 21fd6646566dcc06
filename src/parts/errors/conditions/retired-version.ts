import type { Condition } from './contract.ts';
import { always, andBefore, anywhere, versionsInPath } from './places.ts';

/** The request names a version that is no longer served (RFC 9110, 15.5.11). */
export const retiredVersion: Condition = {
  name: 'retired version',
  status: 410,
  narrowedTo: anywhere,
  statuses: 'client',
  produced(facts) {
    const ends = facts.service.versioning.versions.some(
      ({ status, afterSunset }) => status?.value === 'retired' || afterSunset?.value === 'gone',
    );
    if (!ends) return [];
    return versionsInPath(facts) ? andBefore(always(facts)) : always(facts);
  },
  words: 'this version is no longer served',
};

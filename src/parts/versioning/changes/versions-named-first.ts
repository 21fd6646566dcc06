import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { CurrentPair } from './subjects.ts';

/** Requests may name a version, there was only one. */
export const versionsNamedFirst: ChangeRule<CurrentPair> = {
  name: 'versioning/versions-named-first',
  differs: 'requests may name a version, there was only one',
  requests: compatible,
  find: ({ old, now }) =>
    old.service.versioning.versions.length > 0 || now.service.versioning.versions.length === 0
      ? undefined
      : { where: 'Versions', what: 'the interface has versions', now: now.service.versioning.versions[0]!.name.span },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { VersionPair } from './subjects.ts';

/** There is a version that was not listed. */
export const versionAdded: ChangeRule<VersionPair> = {
  name: 'versioning/version-added',
  differs: 'there is a version that was not listed',
  requests: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : { where: `version ${name}`, what: `the version \`${name}\` is new`, now: now!.name.span },
};

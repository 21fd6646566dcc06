import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { isServed, type VersionPair } from './subjects.ts';

/** A version is deprecated. */
export const versionDeprecated: ChangeRule<VersionPair> = {
  name: 'versioning/version-deprecated',
  differs: 'a version is deprecated',
  requests: compatible,
  answers: compatible,
  find: ({ name, old, now }) =>
    old === undefined || now?.status?.value !== 'deprecated' || old.status?.value === 'deprecated' || !isServed(old)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is deprecated`,
          old: old.status?.span,
          now: now.status.span,
        },
};

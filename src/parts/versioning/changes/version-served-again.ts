import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { isServed, type VersionPair } from './subjects.ts';

/** A retired version is served again. */
export const versionServedAgain: ChangeRule<VersionPair> = {
  name: 'versioning/version-served-again',
  differs: 'a retired version is served again',
  requests: compatible,
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || isServed(old) || !isServed(now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is served again`,
          old: old.status?.span,
          now: now.status?.span,
        },
};

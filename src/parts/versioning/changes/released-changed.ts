import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { VersionPair } from './subjects.ts';

/** A version was released on another day. */
export const releasedChanged: ChangeRule<VersionPair> = {
  name: 'versioning/released-changed',
  differs: 'a version was released on another day',
  requests: compatible,
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.released?.value === now.released?.value
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` has another day of release`,
          old: old.released?.span ?? old.span,
          now: now.released?.span ?? now.span,
        },
};

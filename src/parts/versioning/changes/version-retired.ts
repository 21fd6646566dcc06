import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { isServed, type VersionPair } from './subjects.ts';

/** A version is no longer served. */
export const versionRetired: ChangeRule<VersionPair> = {
  name: 'versioning/version-retired',
  differs: 'a version is no longer served',
  requests: breaking('A client that asks for it: `retired version`.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || !isServed(old) || isServed(now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is ${now.status?.value === 'retired' ? 'retired' : 'gone'}`,
          old: old.status?.span,
          now: now.status?.value === 'retired' ? now.status.span : now.afterSunset?.span,
        },
};

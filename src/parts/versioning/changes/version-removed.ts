import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { isServed, type VersionPair } from './subjects.ts';

/** A version is no longer listed. */
export const versionRemoved: ChangeRule<VersionPair> = {
  name: 'versioning/version-removed',
  differs: 'a version is no longer listed',
  requests: breaking('A client that asks for it: `unknown version`.'),
  find: ({ name, old, now }) =>
    now !== undefined || !isServed(old!)
      ? undefined
      : { where: `version ${name}`, what: `the version \`${name}\` is no longer listed`, old: old!.name.span },
};

import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { isServed, type VersionPair } from './subjects.ts';

/** A retired version is no longer listed. */
export const versionForgotten: ChangeRule<VersionPair> = {
  name: 'versioning/version-forgotten',
  differs: 'a retired version is no longer listed',
  requests: unclear('A client that still asks for it and is told `unknown version` in place of `retired version`.'),
  find: ({ name, old, now }) =>
    now !== undefined || isServed(old!)
      ? undefined
      : { where: `version ${name}`, what: `the retired version \`${name}\` is no longer listed`, old: old!.name.span },
};

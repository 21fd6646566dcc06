import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { isServed, type VersionPair, willBeGone } from './subjects.ts';

/** A version is gone after its sunset. */
export const sunsetGone: ChangeRule<VersionPair> = {
  name: 'versioning/sunset-gone',
  differs: 'a version is gone after its sunset',
  requests: breaking('A client that asks for it from that day on: `retired version`.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || !isServed(old) || !isServed(now) || willBeGone(old) || !willBeGone(now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is gone from ${now.sunset?.value} on`,
          old: old.span,
          now: now.afterSunset?.span,
        },
};

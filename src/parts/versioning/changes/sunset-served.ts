import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { isServed, type VersionPair, willBeGone } from './subjects.ts';

/** A version is still served after its sunset. */
export const sunsetServed: ChangeRule<VersionPair> = {
  name: 'versioning/sunset-served',
  differs: 'a version is still served after its sunset',
  requests: compatible,
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || !isServed(old) || !isServed(now) || !willBeGone(old) || willBeGone(now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is served after its sunset too, it was gone from ${old.sunset?.value} on`,
          old: old.afterSunset?.span,
          now: now.afterSunset?.span ?? now.span,
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { endsAlike, type VersionPair } from './subjects.ts';

/** A version ends later, or its end is no longer announced. */
export const sunsetLater: ChangeRule<VersionPair> = {
  name: 'versioning/sunset-later',
  differs: 'a version ends later, or its end is no longer announced',
  requests: compatible,
  find: ({ name, old, now }) => {
    if (
      old?.sunset === undefined ||
      now === undefined ||
      !endsAlike(old, now) ||
      (now.sunset !== undefined && now.sunset.value <= old.sunset.value)
    )
      return undefined;
    return {
      where: `version ${name}`,
      what: `the version \`${name}\` ends ${now.sunset === undefined ? 'on no stated day' : `on ${now.sunset.value}`}, it was ${old.sunset.value}`,
      old: old.sunset.span,
      now: now.sunset?.span ?? now.span,
    };
  },
};

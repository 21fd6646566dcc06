import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { endsAlike, type VersionPair } from './subjects.ts';

/** A version ends earlier. */
export const sunsetEarlier: ChangeRule<VersionPair> = {
  name: 'versioning/sunset-earlier',
  differs: 'a version ends earlier',
  requests: breaking('A client that counts on the older day.'),
  find: ({ name, old, now }) =>
    old?.sunset === undefined ||
    now?.sunset === undefined ||
    now.sunset.value >= old.sunset.value ||
    !endsAlike(old, now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` ends on ${now.sunset.value}, it was ${old.sunset.value}`,
          old: old.sunset.span,
          now: now.sunset.span,
          requests: now.afterSunset?.value !== 'served',
        },
};

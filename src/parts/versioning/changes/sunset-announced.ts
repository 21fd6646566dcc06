import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { endsAlike, type VersionPair } from './subjects.ts';

/** The end of a version is announced. */
export const sunsetAnnounced: ChangeRule<VersionPair> = {
  name: 'versioning/sunset-announced',
  differs: 'the end of a version is announced',
  requests: unclear('A client that asks for it and has to move by that day.'),
  find: ({ name, old, now }) =>
    old === undefined || old.sunset !== undefined || now?.sunset === undefined || !endsAlike(old, now)
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` ends on ${now.sunset.value}`,
          old: old.span,
          now: now.sunset.span,
          requests: now.afterSunset?.value !== 'served',
        },
};

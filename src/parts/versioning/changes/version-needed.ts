import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { absentOf, type CurrentPair } from './subjects.ts';

/** Requests that name no version are refused. */
export const versionNeeded: ChangeRule<CurrentPair> = {
  name: 'versioning/version-needed',
  differs: 'requests that name no version are refused',
  requests: breaking('A client that names none: `version missing`.'),
  find: ({ old, now }) =>
    absentOf(old)?.value === 'refused' || absentOf(now)?.value !== 'refused'
      ? undefined
      : {
          where: 'When absent',
          what: 'requests that name no version are refused',
          old: absentOf(old)?.span,
          now: absentOf(now)?.span,
        },
};

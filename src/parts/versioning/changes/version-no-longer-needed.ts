import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { absentOf, type CurrentPair } from './subjects.ts';

/** Requests that name no version are answered. */
export const versionNoLongerNeeded: ChangeRule<CurrentPair> = {
  name: 'versioning/version-no-longer-needed',
  differs: 'requests that name no version are answered',
  requests: compatible,
  find: ({ old, now }) =>
    absentOf(old)?.value !== 'refused' || absentOf(now)?.value === 'refused'
      ? undefined
      : {
          where: 'When absent',
          what: 'requests that name no version are answered',
          old: absentOf(old)?.span,
          now: absentOf(now)?.span,
        },
};

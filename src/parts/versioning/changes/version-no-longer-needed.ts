import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PlacementPair } from './subjects.ts';

/** Requests that name no version are answered. */
export const versionNoLongerNeeded: ChangeRule<PlacementPair> = {
  name: 'versioning/version-no-longer-needed',
  differs: 'requests that name no version are answered',
  requests: compatible,
  find: ({ name, old, now }) =>
    old?.whenAbsent?.value !== 'refused' || now === undefined || now.whenAbsent?.value === 'refused'
      ? undefined
      : {
          where: `placement ${name}`,
          what: 'requests that name no version are answered',
          old: old.whenAbsent.span,
          now: now.whenAbsent?.span ?? now.span,
        },
};

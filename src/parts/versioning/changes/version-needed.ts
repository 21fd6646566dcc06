import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PlacementPair } from './subjects.ts';

/** Requests that name no version are refused. */
export const versionNeeded: ChangeRule<PlacementPair> = {
  name: 'versioning/version-needed',
  differs: 'requests that name no version are refused',
  requests: breaking('A client that names none: `version missing`.'),
  find: ({ name, old, now }) =>
    old === undefined || now?.whenAbsent?.value !== 'refused' || old.whenAbsent?.value === 'refused'
      ? undefined
      : {
          where: `placement ${name}`,
          what: 'requests that name no version are refused',
          old: old.whenAbsent?.span,
          now: now.whenAbsent.span,
        },
};

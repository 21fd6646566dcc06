import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PlacementPair } from './subjects.ts';

/** The version is named under another name. */
export const placementChanged: ChangeRule<PlacementPair> = {
  name: 'versioning/placement-changed',
  differs: 'the version is named under another name',
  requests: breaking('A client that names it under the older name.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.name?.value === now.name?.value
      ? undefined
      : {
          where: `placement ${name}`,
          what: `the version is named in \`${now.name?.value}\`, it was \`${old.name?.value}\``,
          old: old.name?.span,
          now: now.name?.span,
        },
};

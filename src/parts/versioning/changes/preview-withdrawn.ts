import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { VersionPair } from './subjects.ts';

/** A version that was released is a preview. */
export const previewWithdrawn: ChangeRule<VersionPair> = {
  name: 'versioning/preview-withdrawn',
  differs: 'a version that was released is a preview',
  requests: breaking('A client that relies on its staying as it is.'),
  find: ({ name, old, now }) =>
    old === undefined || now?.status?.value !== 'preview' || old.status?.value === 'preview'
      ? undefined
      : {
          where: `version ${name}`,
          what: `the version \`${name}\` is a preview`,
          old: old.status?.span,
          now: now.status.span,
        },
};

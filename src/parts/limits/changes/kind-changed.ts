import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** A limit is of another kind. */
export const kindChanged: ChangeRule<LimitPair> = {
  name: 'limits/kind-changed',
  differs: 'a limit is of another kind',
  requests: breaking('A client that keeps to the older kind.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.model.kind?.value === now.model.kind?.value
      ? undefined
      : {
          where: name,
          what: `the limit \`${name}\` is a ${now.model.kind?.value}, it was a ${old.model.kind?.value}`,
          old: old.model.kind?.span,
          now: now.model.kind?.span,
        },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** A scheme is of another kind. */
export const schemeKindChanged: ChangeRule<SchemePair> = {
  name: 'authentication/scheme-kind-changed',
  verb: 'behaviour',
  differs: 'a scheme is of another kind',
  requests: breaking('A client that has credentials of the older kind.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.plan.kind === now.plan.kind
      ? undefined
      : {
          where: name,
          what: `the scheme \`${name}\` is of the kind \`${now.plan.kind}\`, it was \`${old.plan.kind}\``,
          old: old.model.span,
          now: now.model.span,
          row: { where: `scheme ${name}` },
        },
};

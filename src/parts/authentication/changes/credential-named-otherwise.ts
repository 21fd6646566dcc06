import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** The credential of a scheme has another name in the docs. */
export const credentialNamedOtherwise: ChangeRule<SchemePair> = {
  name: 'authentication/credential-named-otherwise',
  differs: 'the credential of a scheme has another name in the docs',
  requests: compatible,
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.plan.credential === now.plan.credential
      ? undefined
      : {
          where: name,
          what: `the credential of \`${name}\` has another name`,
          old: old.model.credential?.span ?? old.model.span,
          now: now.model.credential?.span ?? now.model.span,
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** There is a scheme that was not there. */
export const schemeAdded: ChangeRule<SchemePair> = {
  name: 'authentication/scheme-added',
  verb: 'behaviour',
  differs: 'there is a scheme that was not there',
  requests: compatible,
  exposes: 'Whoever has a token of the outside issuer is a caller.',
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : {
          where: name,
          what: `the scheme \`${name}\` is new`,
          now: now!.model.name.span,
          exposes: now!.plan.kind === 'jwt',
          row: { where: `scheme ${name}` },
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { SchemePair } from './subjects.ts';

/** There is a scheme that was not there. */
export const schemeAdded: ChangeRule<SchemePair> = {
  name: 'authentication/scheme-added',
  verb: 'behaviour',
  differs: 'there is a scheme that was not there',
  requests: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : {
          where: name,
          what: `the scheme \`${name}\` is new`,
          now: now!.model.name.span,
          row: { where: `scheme ${name}` },
        },
};

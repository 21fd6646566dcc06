import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { ScopePair } from './subjects.ts';

/** There is a scope that was not there. */
export const scopeAdded: ChangeRule<ScopePair> = {
  name: 'authentication/scope-added',
  verb: 'behaviour',
  differs: 'there is a scope that was not there',
  requests: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : {
          where: name,
          what: `the scope \`${name}\` is new`,
          now: now!.model.name.span,
          row: { where: `scope ${name}` },
        },
};

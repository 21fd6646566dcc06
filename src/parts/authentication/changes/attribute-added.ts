import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { AttributePair } from './subjects.ts';

/** Callers have an attribute that they had not. */
export const attributeAdded: ChangeRule<AttributePair> = {
  name: 'authentication/attribute-added',
  differs: 'callers have an attribute that they had not',
  requests: unclear('A client whose credential was made without it, where it is asked for.'),
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : { where: `caller.${name}`, what: `callers have \`${name}\``, now: now!.model.name.span },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { AttributePair } from './subjects.ts';

/** An attribute of callers is of another type. */
export const attributeTypeChanged: ChangeRule<AttributePair> = {
  name: 'authentication/attribute-type-changed',
  differs: 'an attribute of callers is of another type',
  requests: breaking('A client whose credential holds a value of the older type.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.type === now.type
      ? undefined
      : {
          where: `caller.${name}`,
          what: `\`caller.${name}\` is of another type`,
          old: old.model.span,
          now: now.model.span,
        },
};

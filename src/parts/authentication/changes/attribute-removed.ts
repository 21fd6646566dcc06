import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { AttributePair } from './subjects.ts';

/** Callers no longer have an attribute. */
export const attributeRemoved: ChangeRule<AttributePair> = {
  name: 'authentication/attribute-removed',
  differs: 'callers no longer have an attribute',
  requests: compatible,
  find: ({ name, old, now }) =>
    now !== undefined
      ? undefined
      : { where: `caller.${name}`, what: `callers no longer have \`${name}\``, old: old!.model.name.span },
};

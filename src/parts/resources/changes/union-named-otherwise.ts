import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { UnionPair } from './subjects.ts';

/** A union seems to have another name in the document. */
export const unionNamedOtherwise: ChangeRule<UnionPair> = {
  name: 'resources/union-named-otherwise',
  differs: 'a union seems to have another name in the document',
  requests: compatible,
  answers: compatible,
  find: ({ comparison, old, now, name }) => {
    const was = comparison.owners.get(name);
    if (was === undefined || old === undefined || now === undefined) return undefined;
    return {
      where: name,
      what: `the union \`${was}\` seems to be called \`${name}\` now`,
      old: old.model.name.span,
      now: now.model.name.span,
    };
  },
};

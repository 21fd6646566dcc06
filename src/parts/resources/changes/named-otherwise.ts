import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** A resource or object seems to have another name in the document. */
export const namedOtherwise: ChangeRule<OwnerPair> = {
  name: 'resources/named-otherwise',
  differs: 'a resource or object seems to have another name in the document',
  requests: compatible,
  answers: compatible,
  find: ({ comparison, old, now, name, kind }) => {
    const was = comparison.owners.get(name);
    if (was === undefined || old === undefined || now === undefined) return undefined;
    return {
      where: name,
      what: `the ${kind} \`${was}\` seems to be called \`${name}\` now`,
      old: old.model.name.span,
      now: now.model.name.span,
      advice: kind === 'resource' ? `migrate with \`--rename ${was}=${name}\`, which keeps its records` : undefined,
    };
  },
};

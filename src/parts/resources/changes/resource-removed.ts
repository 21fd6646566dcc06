import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** A resource is no longer there. */
export const resourceRemoved: ChangeRule<OwnerPair> = {
  name: 'resources/resource-removed',
  differs: 'a resource is no longer there',
  requests: breaking('A client that creates or changes its records.'),
  answers: breaking('A client that reads its records.'),
  find: ({ comparison, old, now, name, kind }) => {
    if (now !== undefined || kind === 'object') return undefined;
    const used = comparison.old.plan.operations.some(({ resource }) => resource === name);
    return {
      where: name,
      what: `the resource \`${name}\` is gone`,
      old: old!.model.name.span,
      requests: used,
      answers: used,
    };
  },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** There is a resource that was not there. */
export const resourceAdded: ChangeRule<OwnerPair> = {
  name: 'resources/resource-added',
  differs: 'there is a resource that was not there',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, name, kind }) =>
    old !== undefined || kind === 'object'
      ? undefined
      : { where: name, what: `the resource \`${name}\` is new`, now: now!.model.name.span },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { OwnerPair } from './subjects.ts';

/** There is an object that was not there. */
export const objectAdded: ChangeRule<OwnerPair> = {
  name: 'resources/object-added',
  differs: 'there is an object that was not there',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, name, kind }) =>
    old !== undefined || kind === 'resource'
      ? undefined
      : { where: name, what: `the object \`${name}\` is new`, now: now!.model.name.span },
};

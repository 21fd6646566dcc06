import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { UnionPair } from './subjects.ts';

/** There is a union that was not there. */
export const unionAdded: ChangeRule<UnionPair> = {
  name: 'resources/union-added',
  differs: 'there is a union that was not there',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, name }) =>
    old !== undefined ? undefined : { where: name, what: `the union \`${name}\` is new`, now: now!.model.name.span },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { OperationPair } from './subjects.ts';

/** There is an operation that was not there. */
export const operationAdded: ChangeRule<OperationPair> = {
  name: 'endpoints/operation-added',
  verb: 'added',
  differs: 'there is an operation that was not there',
  requests: compatible,
  answers: compatible,
  find: ({ called, old, now }) =>
    old !== undefined
      ? undefined
      : { where: called, what: `the operation \`${called}\` is new`, now: now!.model.name.span },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { OperationPair } from './subjects.ts';

/** An operation is no longer there. */
export const operationRemoved: ChangeRule<OperationPair> = {
  name: 'endpoints/operation-removed',
  verb: 'removed',
  differs: 'an operation is no longer there',
  requests: breaking('A client that calls it: `unknown path` or `method not allowed`.'),
  find: ({ called, old, now }) =>
    now !== undefined
      ? undefined
      : { where: called, what: `the operation \`${called}\` is gone`, old: old!.model.name.span },
};

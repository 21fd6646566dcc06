import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation is served that was not. */
export const operationOpened: ChangeRule<OperationPair> = {
  name: 'endpoints/operation-opened',
  verb: 'behaviour',
  differs: 'an operation is served that was not',
  requests: compatible,
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.plan.closed !== true || found.now.plan.closed === true) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is served`,
      old: found.old.model.span,
      now: found.now.model.span,
    };
  },
};

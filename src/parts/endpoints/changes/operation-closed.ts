import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation is not served because its Request or Response is not shown. */
export const operationClosed: ChangeRule<OperationPair> = {
  name: 'endpoints/operation-closed',
  verb: 'behaviour',
  differs: 'an operation is not served because its Request or Response is not shown',
  requests: breaking('A client that calls it: 501.'),
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.plan.closed === true || found.now.plan.closed !== true) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is not served: a cell of it is not shown`,
      old: found.old.model.span,
      now: found.now.model.span,
    };
  },
};

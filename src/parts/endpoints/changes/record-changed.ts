import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation is about another record. */
export const recordChanged: ChangeRule<OperationPair> = {
  name: 'endpoints/record-changed',
  verb: 'behaviour',
  differs: 'an operation is about another record',
  requests: unclear('A client that calls it and expects the older record.'),
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.plan.record === found.now.plan.record) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` finds its record otherwise`,
      old: found.old.model.record?.span ?? found.old.model.span,
      now: found.now.model.record?.span ?? found.now.model.span,
    };
  },
};

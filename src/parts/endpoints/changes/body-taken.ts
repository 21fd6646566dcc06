import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation takes a body where it took none. */
export const bodyTaken: ChangeRule<OperationPair> = {
  name: 'endpoints/body-taken',
  verb: 'behaviour',
  differs: 'an operation takes a body where it took none',
  requests: compatible,
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.model.request !== undefined || found.now.plan.input === undefined)
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` takes a body`,
      old: found.old.model.span,
      now: found.now.model.span,
    };
  },
};

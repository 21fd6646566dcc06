import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation no longer takes a body. */
export const bodyNoLongerTaken: ChangeRule<OperationPair> = {
  name: 'endpoints/body-no-longer-taken',
  verb: 'behaviour',
  differs: 'an operation no longer takes a body',
  requests: breaking('A client that sends one: its members are unknown.'),
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.plan.input === undefined || found.now.model.request !== undefined)
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` takes no body any more`,
      old: found.old.model.span,
      now: found.now.model.span,
    };
  },
};

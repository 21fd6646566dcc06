import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ResponseMove } from './responses.ts';

/** An operation has a response less. */
export const responseRemoved: ChangeRule<ResponseMove> = {
  name: 'endpoints/response-removed',
  verb: 'behaviour',
  differs: 'an operation has a response less',
  answers: breaking('A client that looks for it.'),
  find: ({ operation, old: { old, now } }) =>
    now !== undefined
      ? undefined
      : {
          where: operation.called,
          what: `\`${operation.called}\` no longer answers ${old!.plan.status}`,
          old: old!.model.span,
          now: operation.now.model.span,
        },
};

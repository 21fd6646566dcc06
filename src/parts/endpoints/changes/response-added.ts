import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { ResponseMove } from './responses.ts';

/** An operation has one more response. */
export const responseAdded: ChangeRule<ResponseMove> = {
  name: 'endpoints/response-added',
  verb: 'behaviour',
  differs: 'an operation has one more response',
  answers: unclear('A client that knows only the older responses.'),
  find: ({ operation, now: { old, now } }) =>
    old !== undefined
      ? undefined
      : {
          where: operation.called,
          what: `\`${operation.called}\` may answer ${now!.plan.status} too`,
          old: operation.old.model.span,
          now: now!.model.span,
        },
};

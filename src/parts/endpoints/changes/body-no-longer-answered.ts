import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ResponsePair } from './responses.ts';

/** An answer no longer has a body. */
export const bodyNoLongerAnswered: ChangeRule<ResponsePair> = {
  name: 'endpoints/body-no-longer-answered',
  verb: 'behaviour',
  differs: 'an answer no longer has a body',
  answers: breaking('A client that reads it.'),
  find: ({ operation: { called }, old, now }) =>
    old?.plan.shape === undefined || now === undefined || now.plan.shape !== undefined
      ? undefined
      : {
          where: called,
          what: `\`${called}\` answers ${now.plan.status} without a body`,
          old: old.model.shape?.span,
          now: now.model.span,
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { ResponsePair } from './responses.ts';

/** An answer has a body that it had not. */
export const bodyAnswered: ChangeRule<ResponsePair> = {
  name: 'endpoints/body-answered',
  verb: 'behaviour',
  differs: 'an answer has a body that it had not',
  answers: compatible,
  find: ({ operation: { called }, old, now }) =>
    old === undefined || old.plan.shape !== undefined || now?.plan.shape === undefined
      ? undefined
      : {
          where: called,
          what: `\`${called}\` answers ${now.plan.status} with a body`,
          old: old.model.span,
          now: now.model.shape?.span,
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { EventPair } from './subjects.ts';

/** An event has a payload that it had not. */
export const payloadAdded: ChangeRule<EventPair> = {
  name: 'events/payload-added',
  verb: 'behaviour',
  differs: 'an event has a payload that it had not',
  answers: compatible,
  find: ({ name, old, now }) =>
    old === undefined || old.plan.payload !== undefined || now?.plan.payload === undefined
      ? undefined
      : {
          where: `event ${name}`,
          what: `\`${name}\` has a payload`,
          old: old.model.span,
          now: now.model.payload?.span,
        },
};

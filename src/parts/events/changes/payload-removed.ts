import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { EventPair } from './subjects.ts';

/** An event no longer has a payload. */
export const payloadRemoved: ChangeRule<EventPair> = {
  name: 'events/payload-removed',
  verb: 'behaviour',
  differs: 'an event no longer has a payload',
  answers: breaking('A client that reads it.'),
  find: ({ name, old, now }) =>
    old?.plan.payload === undefined || now === undefined || now.plan.payload !== undefined
      ? undefined
      : {
          where: `event ${name}`,
          what: `\`${name}\` has no payload any more`,
          old: old.model.payload?.span,
          now: now.model.span,
        },
};

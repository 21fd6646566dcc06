import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { EventPair } from './subjects.ts';

/** There is an event that was not there. */
export const eventAdded: ChangeRule<EventPair> = {
  name: 'events/event-added',
  verb: 'added',
  differs: 'there is an event that was not there',
  answers: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : { where: `event ${name}`, what: `the event \`${name}\` is new`, now: now!.model.name.span },
};

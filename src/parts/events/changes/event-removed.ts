import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { EventPair } from './subjects.ts';

/** An event is no longer there. */
export const eventRemoved: ChangeRule<EventPair> = {
  name: 'events/event-removed',
  verb: 'removed',
  differs: 'an event is no longer there',
  answers: breaking('A client that waits for it.'),
  find: ({ name, old, now }) =>
    now !== undefined
      ? undefined
      : { where: `event ${name}`, what: `the event \`${name}\` is gone`, old: old!.model.name.span },
};

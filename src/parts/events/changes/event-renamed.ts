import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { EventPair } from './subjects.ts';

/** An event has another name. */
export const eventRenamed: ChangeRule<EventPair> = {
  name: 'events/event-renamed',
  verb: 'renamed',
  differs: 'an event has another name',
  answers: breaking('A client that knows it by its older name.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || old.plan.name === now.plan.name
      ? undefined
      : {
          where: `event ${name}`,
          what: `the event \`${old.plan.name}\` is called \`${name}\``,
          old: old.model.name.span,
          now: now.model.name.span,
          row: { before: old.plan.name },
        },
};

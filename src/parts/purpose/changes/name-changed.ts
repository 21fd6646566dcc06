import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { PurposePair } from './subjects.ts';

/** The service has another name. */
export const nameChanged: ChangeRule<PurposePair> = {
  name: 'purpose/name-changed',
  differs: 'the service has another name',
  requests: compatible,
  answers: unclear('A client that shows the name, or reads it where an event or the docs give it.'),
  find: ({ old, now }) =>
    old.plan.name === now.plan.name
      ? undefined
      : {
          where: 'name',
          what: `the service is called ${now.plan.name}, it was ${old.plan.name}`,
          old: old.service.name?.span,
          now: now.service.name?.span,
        },
};

import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PurposePair } from './subjects.ts';

/** Whoever answers for the service is reached elsewhere. */
export const contactChanged: ChangeRule<PurposePair> = {
  name: 'purpose/contact-changed',
  differs: 'whoever answers for the service is reached elsewhere',
  requests: compatible,
  answers: compatible,
  find: ({ old, now }) =>
    old.plan.purpose.contact === now.plan.purpose.contact
      ? undefined
      : {
          where: 'Contact',
          what: 'the contact is another',
          old: old.service.purpose.contact?.span,
          now: now.service.purpose.contact?.span,
        },
};

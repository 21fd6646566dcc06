import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { DeliveryPair } from './subjects.ts';

/** Events are wrapped otherwise. */
export const envelopeChanged: ChangeRule<DeliveryPair> = {
  name: 'events/envelope-changed',
  verb: 'behaviour',
  differs: 'events are wrapped otherwise',
  answers: breaking('A client that reads the older envelope.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || equal(old.plan.envelope, now.plan.envelope)
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `the envelope of \`${name}\` is another`,
          old: old.model.span,
          now: now.model.span,
        },
};

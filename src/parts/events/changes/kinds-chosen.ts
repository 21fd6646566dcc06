import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { DeliveryPair } from './subjects.ts';

/** Each subscription chooses its events, or no longer does. */
export const kindsChosen: ChangeRule<DeliveryPair> = {
  name: 'events/kinds-chosen',
  verb: 'behaviour',
  differs: 'each subscription chooses its events, or no longer does',
  answers: unclear('A client whose subscription names other events than those that it gets.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || (old.plan.events === 'its kinds') === (now.plan.events === 'its kinds')
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `subscriptions of \`${name}\` ${now.plan.events === 'its kinds' ? 'choose' : 'no longer choose'} their events`,
          old: old.model.span,
          now: now.model.span,
        },
};

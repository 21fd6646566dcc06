import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { DeliveryPair } from './subjects.ts';

/** Events are delivered in one more way. */
export const deliveryAdded: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-added',
  verb: 'behaviour',
  differs: 'events are delivered in one more way',
  answers: compatible,
  find: ({ name, old, now }) =>
    old !== undefined
      ? undefined
      : { where: `delivery ${name}`, what: `events are delivered by \`${name}\``, now: now!.model.kind.span },
};

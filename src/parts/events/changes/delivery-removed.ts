import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { DeliveryPair } from './subjects.ts';

/** Events are no longer delivered in a way. */
export const deliveryRemoved: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-removed',
  differs: 'events are no longer delivered in a way',
  answers: breaking('A client that is told of events in this way.'),
  find: ({ name, old, now }) =>
    now !== undefined
      ? undefined
      : { where: `delivery ${name}`, what: `events are no longer delivered by \`${name}\``, old: old!.model.kind.span },
};

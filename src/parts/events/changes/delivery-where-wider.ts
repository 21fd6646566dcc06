import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type DeliveryPair, whereTold } from './subjects.ts';

/** A subscriber gets more events. */
export const deliveryWhereWider: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-where-wider',
  verb: 'behaviour',
  differs: 'the where of a delivery sends more events to a subscriber',
  answers: compatible,
  exposes: 'Subscribers get events that the older where kept from them.',
  find: (pair) => whereTold(pair, 'looser', 'sends more events to each subscriber'),
};

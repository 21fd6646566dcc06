import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { type DeliveryPair, whereTold } from './subjects.ts';

/** A subscriber gets other events. */
export const deliveryWhereChanged: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-where-changed',
  verb: 'behaviour',
  differs: 'the where of a delivery sends other events to a subscriber',
  answers: unclear('A subscriber that waits for events which only the older where lets through.'),
  exposes: 'Subscribers get events that the older where kept from them.',
  find: (pair) => whereTold(pair, 'unclear', 'sends other events to each subscriber'),
};

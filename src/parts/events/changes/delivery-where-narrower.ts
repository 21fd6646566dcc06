import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type DeliveryPair, whereTold } from './subjects.ts';

/** A subscriber gets fewer events. */
export const deliveryWhereNarrower: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-where-narrower',
  verb: 'behaviour',
  differs: 'the where of a delivery sends fewer events to a subscriber',
  answers: breaking('A subscriber that waits for events which only the older where lets through.'),
  find: (pair) => whereTold(pair, 'tighter', 'sends fewer events to each subscriber'),
};

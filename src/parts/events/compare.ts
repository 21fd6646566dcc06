import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { deliveryRules, eventRules, payloadMemberRules } from './diff/index.ts';
import { findPayloadDifferences, pairDeliveries, pairEvents } from './diff/subjects.ts';

/** How the events and deliveries of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const events = pairEvents(comparison);
  return [
    ...findChanges(eventRules, events),
    ...findChanges(payloadMemberRules, findPayloadDifferences(events)),
    ...findChanges(deliveryRules, pairDeliveries(comparison)),
  ];
}

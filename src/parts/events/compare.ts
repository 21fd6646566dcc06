import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { deliveryRules, eventRules, payloadMemberRules } from './changes/index.ts';
import { deliveryPairs, eventPairs, payloadMembers } from './changes/subjects.ts';

/** How the events and deliveries of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const events = eventPairs(comparison);
  return [
    ...changesOf(eventRules, events),
    ...changesOf(payloadMemberRules, payloadMembers(events)),
    ...changesOf(deliveryRules, deliveryPairs(comparison)),
  ];
}

export { deliveryRules } from './deliveries.ts';
export { eventRules, payloadMemberRules } from './events.ts';

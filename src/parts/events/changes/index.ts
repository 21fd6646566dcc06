import type { ChangeRule } from '../../../changes/rule.ts';
import { deliveryAdded } from './delivery-added.ts';
import { deliveryOfFewer } from './delivery-of-fewer.ts';
import { deliveryOfMore } from './delivery-of-more.ts';
import { deliveryRemoved } from './delivery-removed.ts';
import { deliveryTargetChanged } from './delivery-target-changed.ts';
import { deliveryWhereChanged } from './delivery-where-changed.ts';
import { deliveryWhereNarrower } from './delivery-where-narrower.ts';
import { deliveryWhereWider } from './delivery-where-wider.ts';
import { envelopeChanged } from './envelope-changed.ts';
import { eventAdded } from './event-added.ts';
import { eventRemoved } from './event-removed.ts';
import { eventRenamed } from './event-renamed.ts';
import { kindsChosen } from './kinds-chosen.ts';
import { payloadAdded } from './payload-added.ts';
import { payloadMemberAdded } from './payload-member-added.ts';
import { payloadMemberChanged } from './payload-member-changed.ts';
import { payloadMemberOptional } from './payload-member-optional.ts';
import { payloadMemberRemoved } from './payload-member-removed.ts';
import { payloadRemoved } from './payload-removed.ts';
import { retriesFewer } from './retries-fewer.ts';
import { retriesMore } from './retries-more.ts';
import { signatureAdded } from './signature-added.ts';
import { signatureChanged } from './signature-changed.ts';
import type { DeliveryPair, EventPair, PayloadMember } from './subjects.ts';
import { toldLess } from './told-less.ts';
import { toldMore } from './told-more.ts';

/** What may differ in a EventPair. */
export const eventRules: readonly ChangeRule<EventPair>[] = [
  eventAdded,
  eventRemoved,
  eventRenamed,
  toldLess,
  toldMore,
  payloadRemoved,
  payloadAdded,
];

/** What may differ in a PayloadMember. */
export const payloadMemberRules: readonly ChangeRule<PayloadMember>[] = [
  payloadMemberAdded,
  payloadMemberRemoved,
  payloadMemberOptional,
  payloadMemberChanged,
];

/** What may differ in a DeliveryPair. */
export const deliveryRules: readonly ChangeRule<DeliveryPair>[] = [
  deliveryAdded,
  deliveryRemoved,
  deliveryTargetChanged,
  deliveryWhereNarrower,
  deliveryWhereWider,
  deliveryWhereChanged,
  deliveryOfFewer,
  deliveryOfMore,
  kindsChosen,
  envelopeChanged,
  signatureAdded,
  signatureChanged,
  retriesFewer,
  retriesMore,
];

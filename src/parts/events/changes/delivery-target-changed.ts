import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type DeliveryPair, olderTarget, targetOf } from './subjects.ts';

/** Events go elsewhere. */
export const deliveryTargetChanged: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-target-changed',
  verb: 'behaviour',
  differs: 'events go elsewhere',
  answers: breaking('A client that waits for them at the older place.'),
  find: ({ comparison, name, old, now }) =>
    old === undefined || now === undefined || olderTarget(comparison, old) === targetOf(now)
      ? undefined
      : { where: `delivery ${name}`, what: `\`${name}\` goes elsewhere`, old: old.model.span, now: now.model.span },
};

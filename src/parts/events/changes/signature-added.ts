import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { DeliveryPair } from './subjects.ts';

/** Deliveries are signed. */
export const signatureAdded: ChangeRule<DeliveryPair> = {
  name: 'events/signature-added',
  verb: 'behaviour',
  differs: 'deliveries are signed',
  answers: compatible,
  find: ({ name, old, now }) =>
    old === undefined || old.plan.signature !== undefined || now?.plan.signature === undefined
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `deliveries by \`${name}\` are signed`,
          old: old.model.span,
          now: now.model.span,
        },
};

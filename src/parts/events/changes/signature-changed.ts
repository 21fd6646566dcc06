import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { DeliveryPair } from './subjects.ts';

/** Deliveries are signed otherwise, or not at all. */
export const signatureChanged: ChangeRule<DeliveryPair> = {
  name: 'events/signature-changed',
  verb: 'behaviour',
  differs: 'deliveries are signed otherwise, or not at all',
  answers: breaking('A client that checks the older signature.'),
  find: ({ name, old, now }) =>
    old?.plan.signature === undefined || now === undefined || equal(old.plan.signature, now.plan.signature)
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `deliveries by \`${name}\` are ${now.plan.signature === undefined ? 'no longer signed' : 'signed otherwise'}`,
          old: old.model.span,
          now: now.model.span,
        },
};

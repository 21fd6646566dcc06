import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { DeliveryPair } from './subjects.ts';

/** One more event is delivered in a way. */
export const deliveryOfMore: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-of-more',
  verb: 'behaviour',
  differs: 'one more event is delivered in a way',
  answers: compatible,
  find: ({ name, old, now, there }) => {
    if (old?.delivers === undefined || now === undefined) return undefined;
    const { more } = setsOf(old.delivers, now.delivers ?? there);
    const told = more.filter((event) => there.includes(event));
    return told.length === 0
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `\`${name}\` delivers ${listed(told)} too`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};

import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { DeliveryPair } from './subjects.ts';

/** An event is no longer delivered in a way. */
export const deliveryOfFewer: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-of-fewer',
  verb: 'behaviour',
  differs: 'an event is no longer delivered in a way',
  answers: breaking('A client that waits for it there.'),
  find: ({ name, old, now, there }) => {
    if (old === undefined || now?.delivers === undefined) return undefined;
    const { less } = setsOf(old.delivers ?? there, now.delivers);
    const told = less.filter((event) => there.includes(event));
    return told.length === 0
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `\`${name}\` no longer delivers ${listed(told)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};

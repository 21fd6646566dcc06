import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { DeliveryPair } from './subjects.ts';

/** An event is no longer delivered in a way. */
export const deliveryOfFewer: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-of-fewer',
  verb: 'behaviour',
  differs: 'an event is no longer delivered in a way',
  answers: breaking('A client that waits for it there.'),
  find: ({ name, old, now }) => {
    if (old === undefined || now === undefined || now.plan.events === 'all') return undefined;
    const [was, is] = [old.plan.events, now.plan.events];
    if (typeof was === 'string' || typeof is === 'string')
      return was === is
        ? undefined
        : {
            where: `delivery ${name}`,
            what: `\`${name}\` delivers other events`,
            old: old.model.span,
            now: now.model.span,
          };
    const { less } = setsOf(was, is);
    return less.length === 0
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `\`${name}\` no longer delivers ${listed(less)}`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};

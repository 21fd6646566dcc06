import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { listed, setsOf } from '../../comparing/comparison.ts';
import type { DeliveryPair } from './subjects.ts';

/** One more event is delivered in a way. */
export const deliveryOfMore: ChangeRule<DeliveryPair> = {
  name: 'events/delivery-of-more',
  verb: 'behaviour',
  differs: 'one more event is delivered in a way',
  answers: compatible,
  find: ({ name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.events, now.plan.events];
    const more =
      was !== 'all' && is === 'all'
        ? ['all']
        : typeof was === 'string' || typeof is === 'string'
          ? []
          : setsOf(was, is).more;
    return more.length === 0
      ? undefined
      : {
          where: `delivery ${name}`,
          what: `\`${name}\` delivers ${listed(more)} too`,
          old: old.model.span,
          now: now.model.span,
        };
  },
};

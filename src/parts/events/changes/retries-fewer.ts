import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { DeliveryPair } from './subjects.ts';

/** A delivery that fails is tried less often or for a shorter time. */
export const retriesFewer: ChangeRule<DeliveryPair> = {
  name: 'events/retries-fewer',
  verb: 'behaviour',
  differs: 'a delivery that fails is tried less often or for a shorter time',
  answers: unclear('A client that is away for longer than the deliveries are tried.'),
  find: ({ name, old, now }) => {
    if (old?.plan.retries === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.retries, now.plan.retries ?? { attempts: 1, milliseconds: 0 }];
    if (is.attempts >= was.attempts && is.milliseconds >= was.milliseconds) return undefined;
    return {
      where: `delivery ${name}`,
      what: `deliveries by \`${name}\` are tried less`,
      old: old.model.retries?.span,
      now: now.model.retries?.span ?? now.model.span,
    };
  },
};

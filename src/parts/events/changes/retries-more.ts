import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { DeliveryPair } from './subjects.ts';

/** A delivery that fails is tried more often or for a longer time. */
export const retriesMore: ChangeRule<DeliveryPair> = {
  name: 'events/retries-more',
  verb: 'behaviour',
  differs: 'a delivery that fails is tried more often or for a longer time',
  answers: compatible,
  find: ({ name, old, now }) => {
    if (old === undefined || now?.plan.retries === undefined) return undefined;
    const [was, is] = [old.plan.retries ?? { attempts: 1, milliseconds: 0 }, now.plan.retries];
    if (equal(was, is) || is.attempts < was.attempts || is.milliseconds < was.milliseconds) return undefined;
    return {
      where: `delivery ${name}`,
      what: `deliveries by \`${name}\` are tried more`,
      old: old.model.retries?.span ?? old.model.span,
      now: now.model.retries?.span,
    };
  },
};

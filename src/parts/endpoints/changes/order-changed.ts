import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** A list has another order. */
export const orderChanged: ChangeRule<OperationPair> = {
  name: 'endpoints/order-changed',
  verb: 'behaviour',
  differs: 'a list has another order',
  answers: unclear('A client that relies on the order in which records come.'),
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined) return undefined;
    const { old, now } = found;
    const before = now.plan.order.map(({ field, ...rest }) => ({
      field: pair.comparison.renamed.field(now.plan.resource ?? '', field),
      ...rest,
    }));
    const plain = old.plan.order.map(({ field, ...rest }) => ({ field, ...rest }));
    if (equal(plain, before)) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is in another order`,
      old: old.model.order?.span ?? old.model.span,
      now: now.model.order?.span ?? now.model.span,
    };
  },
};

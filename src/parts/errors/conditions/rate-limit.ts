import { present } from '../../../text/present.ts';
import { rate } from '../../limits/kinds/rate.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { ofLimit } from './places.ts';

const ofOperations = ofLimit(rate, 429, 'there were too many requests');

/** A limit of kind `rate` is used up (RFC 6585, 4). */
export const rateLimit: Condition = {
  ...ofOperations,
  produced: (facts) => [...ofOperations.produced(facts), ...ofNoOperation(facts)],
};

/** Limits of all requests of an address count those that name no operation too. */
function ofNoOperation({ service, operations }: Facts): ProducedAt[] {
  if (operations.length === 0) return [];
  return service.limits.limits
    .filter(({ kind, per, appliesTo, value }) => {
      const ofAll = per?.value === 'address' && appliesTo.some((name) => name.value === 'all');
      return ofAll && kind?.value === rate.name && value !== undefined;
    })
    .map(({ beyond, span }) => ({ span, ...present({ named: beyond?.value }) }));
}

import { quota as kind } from '../../limits/kinds/quota.ts';
import type { LimitModel } from '../../limits/model.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { limited, ofLimit } from './places.ts';

/** As many records are kept as a limit of kind `quota` allows (RFC 9110, 15.5.4). */
export const quota: Condition = {
  ...ofLimit(kind, 403, 'no more records may be kept'),
  kept: true,
  foundByCode: true,
  produced: (facts) => limited(facts, kind, (limit) => byCode(facts, limit)),
};

/** Records of a resource that no operation creates are created by code. */
function byCode({ coded }: Facts, { appliesTo }: LimitModel): Partial<ProducedAt> | undefined {
  const resource = appliesTo[0]?.value;
  return coded && resource !== undefined ? { resource } : undefined;
}

import type { DeliveryPlan } from '../plan/plan.ts';
import type { WholePlan } from '../plan/whole.ts';

/**
 * Lists the deliveries whose events are in the version of a plan. Addresses of the operator and NATS get events in the version of
 * requests that name none.
 */
export function listDeliveries(plan: WholePlan): readonly DeliveryPlan[] {
  const isDefault = plan.version === undefined || plan.version.name === findDefaultVersion(plan);
  return plan.deliveries.filter(({ disabled, to }) => {
    if (disabled === true || to === undefined) return false;
    return isDefault || to.kind === 'each' || to.kind === 'endpoint';
  });
}

/** The version of requests that name none; if they are refused, the current version. */
function findDefaultVersion({ versioning: { versions, placements, older = [] } }: WholePlan): string | undefined {
  const served = new Set([...versions.slice(0, 1), ...older].map(({ name }) => name));
  const current = versions.find(({ status }) => status === 'current')?.name;
  return [placements[0]?.whenAbsent, current].find((name) => served.has(name ?? '')) ?? versions[0]?.name;
}

import { type DeliveredMessage, findDeliveryKind, type JsonSchema } from '../parts/registry.ts';
import { mayBeAbsent } from '../plan/fields/presence.ts';
import type { DeliveryPlan, EventPlan } from '../plan/plan.ts';
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

/** Formats a change that causes an event: `` `pay Invoice` to `paid` if `total > 0` ``. */
export function formatCause({ operation, to, condition }: EventPlan['when'][number]): string {
  const end = to === undefined ? '' : ` to \`${to}\``;
  return `\`${operation}\`${end}${condition === undefined ? '' : ` if \`${condition.source ?? ''}\``}`;
}

/** Whether each subscriber of a delivery gets a request of its own. */
export function isPushed({ kind }: DeliveryPlan): boolean {
  return findDeliveryKind(kind)?.pushes === true;
}

/** Describes the headers of the messages by which a delivery sends an event, as JSON Schema. */
export function describeMessageHeaders(
  plan: WholePlan,
  delivery: DeliveryPlan,
  { name }: Pick<EventPlan, 'name'>,
): JsonSchema {
  return findDeliveryKind(delivery.kind)?.headers({ event: name, signed: findSigned(plan, delivery) }) ?? {};
}

/** A subscription without a secret gets no signature. */
function findSigned({ resources }: WholePlan, { to, signature }: DeliveryPlan): DeliveredMessage['signed'] {
  if (signature === undefined) return 'never';
  const subscription = resources.find(({ name }) => to?.kind === 'each' && name === to.resource);
  const secret = subscription?.fields.find(({ name }) => name === signature.field);
  return subscription !== undefined && secret !== undefined && !mayBeAbsent(subscription, secret)
    ? 'always'
    : 'sometimes';
}

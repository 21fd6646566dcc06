import type { StepFacts } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { DeliveryPlan } from '../../../plan/plan.ts';

/** The delivery to whose subscriptions an operation adds one, in a service with versions. */
export function findSubscribedDelivery({
  plan,
  operation,
  resource,
}: Omit<StepFacts, 'older'>): DeliveryPlan | undefined {
  if (operation.kind !== 'create' || resource === undefined || plan.versioning.versions.length === 0) return undefined;
  return plan.deliveries.find(({ to }) => to?.kind === 'each' && to.resource === resource.name);
}

/** Creates the step that keeps the version in which a subscription is made. */
export function createSubscribing({ resource, plan }: OperationContext): Step {
  const { name, identity } = resource!.plan;
  const newest = plan.versioning.versions[0]!.name;
  return (ctx) => {
    if (ctx.after === undefined) return undefined;
    const id = String(ctx.after[identity]);
    const done = ctx.transaction!.events.subscribe(name, id, ctx.version?.name ?? newest);
    return then(done, () => undefined);
  };
}

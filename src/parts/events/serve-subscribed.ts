import type { Making } from '../../steps/maker.ts';
import type { Step } from '../../steps/step.ts';

/** Keeps the version of the interface that a subscription is made in: it is told of events in that one from then on. */
export function subscribeStep({ operation, resource, plan }: Making): Step | undefined {
  const [top] = plan.versioning.versions;
  if (operation.kind !== 'create' || resource === undefined || top === undefined) return undefined;
  const { name, identity } = resource.plan;
  if (!plan.deliveries.some(({ to }) => to?.kind === 'each' && to.resource === name)) return undefined;
  return (given) => {
    if (given.unchanged || given.after === undefined) return undefined;
    const id = String(given.after[identity]);
    const done = given.transaction!.events.subscribe(name, id, given.version ?? top.name);
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  };
}

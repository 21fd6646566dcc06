import type { Expression } from '../../expression/tree.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Prover } from '../prover.ts';
import type { Watcher } from './watch.ts';

/** The conditions on who gets the events of a resource by a delivery; any of them is enough. */
function listConditions(
  { plan }: Prover,
  { to }: DeliveryPlan,
  resource: ResourcePlan,
): readonly (Expression | undefined)[] {
  if (to?.kind === 'each') return [to.where];
  if (to?.kind !== 'endpoint') return [undefined];
  const { grants = [] } = plan.operations.find(({ name }) => name === to.operation)?.access ?? {};
  return grants.flatMap(({ byResource, where: all }) => {
    const where = byResource?.[resource.name] ?? all;
    return where === 'disabled' ? [] : [where];
  });
}

function findSubscription({ plan }: Prover, { to }: DeliveryPlan): ResourcePlan | undefined {
  return to?.kind === 'each' ? plan.resources.find(({ name }) => name === to.resource) : undefined;
}

/** Whether a subscriber of the home tenant gets the events of a record that the home tenant made; undefined: it is not known. */
export function isInSight(prover: Prover, { delivery }: Watcher, resource: ResourcePlan): true | undefined {
  const subscription = findSubscription(prover, delivery);
  const isSeen = listConditions(prover, delivery, resource).some(
    (where) => where === undefined || listTenants(where, subscription, resource) !== undefined,
  );
  return isSeen ? true : undefined;
}

/** The attributes in which callers have to agree to get the events of each other; undefined: who gets them is not known. */
export function listShared(
  prover: Prover,
  delivery: DeliveryPlan,
  resource: ResourcePlan,
): readonly string[] | undefined {
  const subscription = findSubscription(prover, delivery);
  const all = listConditions(prover, delivery, resource).map((where) =>
    where === undefined ? undefined : listTenants(where, subscription, resource),
  );
  const [first] = all;
  return all.every((one) => one !== undefined && JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
}

/** The attributes that a condition compares, if it says no more than that both are of one tenant: each side is assigned from the same attribute. */
export function listTenants(
  where: Expression,
  subscription: ResourcePlan | undefined,
  resource: ResourcePlan,
): readonly string[] | undefined {
  if (where.op !== 'binary') return undefined;
  const { left, right } = where;
  if (where.operator === '&&') {
    const both = [left, right].map((side) => listTenants(side, subscription, resource));
    return both.includes(undefined) ? undefined : both.flatMap((one) => one!);
  }
  if (where.operator !== '==') return undefined;
  const [one, other] = [left, right].map((side) => {
    if (side.op !== 'path' || side.steps.length !== 1) return undefined;
    const { name } = side.steps[0]!;
    if (side.root === 'caller') return name;
    const of = side.root === 'event' || subscription === undefined ? resource : subscription;
    const field = of.fields.find((each) => each.name === name);
    return field?.assigned?.by === 'caller' ? field.assigned.attribute : undefined;
  });
  return one !== undefined && one === other ? [one] : undefined;
}

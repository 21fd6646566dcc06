import type { Expression } from '../expression/tree.ts';
import { isCustomHandler } from './handler-rules.ts';
import type { OperationPlan } from './operation.ts';
import type { DeliveryPlan, EventPlan, Plan } from './plan.ts';
import { listReadFields } from './records/read-fields.ts';

/** The type of the event by which a stream says that a record no longer fits the row rules of its subscriber. No event has this name. */
export const leftEvent = 'left';

type Streams = Pick<Plan, 'operations' | 'deliveries' | 'events'>;
type Described = Streams & Pick<Plan, 'resources'>;

/** Whether a delivery sends events of a type, all or some of them. */
export function carries({ events }: Pick<DeliveryPlan, 'events'>, type: string): boolean {
  return events === 'all' || 'listedIn' in events || events.includes(type);
}

/** Returns the row rules of the streams that carry an event: if none of a caller's rules holds any more, the record leaves its stream. */
export function listStreamRules(plan: Streams, event: EventPlan): readonly Expression[] {
  const { resource } = event;
  if (resource === undefined || !changesStored(plan, event)) return [];
  return plan.operations.filter(({ name }) => isCarried(plan, name, event)).flatMap((op) => getRules(op, resource));
}

/** Lists the resources whose records may leave a stream, in the order of the events: those with a field that rules read and that may change. */
export function listLeavingResources(plan: Described, operation: OperationPlan): readonly string[] {
  const found = plan.events.flatMap((event): readonly string[] => {
    const { resource } = event;
    if (resource === undefined || !changesStored(plan, event) || !isCarried(plan, operation.name, event)) return [];
    const names = getRules(operation, resource).flatMap(listReadFields);
    return names.some((name) => mayChange(plan, resource, name)) ? [resource] : [];
  });
  return [...new Set(found)];
}

/** Whether a stored record may get another value of a field: an assigned one changes by effects and by code alone. */
function mayChange({ resources, operations }: Described, resource: string, name: string): boolean {
  const field = resources.find((of) => of.name === resource)?.fields.find((candidate) => candidate.name === name);
  if (field?.assigned === undefined || field.assignedOnUpdate === true) return true;
  if (field.onDelete === 'clear' || operations.some(isCustomHandler)) return true;
  return resources.some(({ name: of, machines }) =>
    machines.some(({ transitions }) =>
      transitions.some(
        ({ effects, others = [] }) =>
          others.length > 0 || (of === resource && effects.some(({ path }) => path[0] === name)),
      ),
    ),
  );
}

function isCarried({ deliveries }: Streams, operation: string, { name }: EventPlan): boolean {
  return deliveries.some(
    ({ to, disabled, ...delivery }) =>
      disabled !== true && to?.kind === 'endpoint' && to.operation === operation && carries(delivery, name),
  );
}

function getRules({ kind, access, disabled }: OperationPlan, resource: string): readonly Expression[] {
  if (kind !== 'stream events' || disabled === true || access.open) return [];
  return access.grants.flatMap(({ byResource }) => {
    const rule = byResource?.[resource];
    return rule === undefined || rule === 'disabled' ? [] : [rule];
  });
}

/** A record that is new was not on any stream, and a deletion is an event of its own. */
function changesStored({ operations }: Streams, { when }: EventPlan): boolean {
  return when.some(({ operation, emitted }) => {
    const kind = operations.find(({ name }) => name === operation)?.kind ?? operation.slice(0, operation.indexOf(' '));
    return !emitted && kind !== 'create' && kind !== 'delete';
  });
}

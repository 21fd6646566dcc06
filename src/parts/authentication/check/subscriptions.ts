import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Expression } from '../../../expression/tree.ts';
import { type Audience, getRule, listAudiences, listGrantsOf } from '../../../plan/access/audiences.ts';
import { getPermission, getReading } from '../../../plan/access/permissions.ts';
import { carries } from '../../../plan/leaving.ts';
import type { DeliveryPlan, EventPlan, Plan } from '../../../plan/plan.ts';
import { readsCaller } from '../../../plan/records/about-caller.ts';
import { getLineNumber } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Drafted = Pick<Plan, 'operations' | 'events' | 'deliveries' | 'authentication'>;

/** Points out deliveries without a condition to subscriptions of callers who may read only some of the records of an event. */
export function checkSubscriptions(service: Service, plan: Drafted, report: (diagnostic: Diagnostic) => void): void {
  for (const delivery of plan.deliveries) {
    const { to } = delivery;
    if (to?.kind !== 'each' || to.where !== undefined) continue;
    const subscribers = listSubscribers(plan, to.resource);
    const found = plan.events
      .filter(({ name }) => carries(delivery, name))
      .flatMap((event) => {
        const audiences = subscribers.filter((audience) => readsSome(plan, event, audience));
        if (audiences.length === 0) return [];
        const field = findComparedField(service, plan, event, { audiences, subscription: to.resource });
        return [{ event: event.name, resource: event.resource!, audiences, field }];
      });
    const span = locateTarget(service, delivery);
    if (found[0] !== undefined && span !== undefined) report(diagnostics['unread-events'](span, to.resource, found[0]));
  }
}

/** Lists the audiences that create records of a resource of subscriptions. */
function listSubscribers(plan: Drafted, resource: string): readonly Audience[] {
  const creates = plan.operations.filter((operation) => operation.kind === 'create' && operation.resource === resource);
  return listAudiences(plan).filter((audience) =>
    creates.some((operation) => getPermission(plan, operation, audience).may !== 'none'),
  );
}

/** Whether the row rules of an audience depend on the caller: one of its callers reads records that another does not. */
function readsSome(plan: Drafted, { resource }: EventPlan, audience: Audience): boolean {
  if (resource === undefined) return false;
  const { may, by } = getReading(plan, resource, audience);
  const rules = by.flatMap((operation) => listGrantsOf(operation, audience)).map((grant) => getRule(grant, resource));
  return may === 'some' && rules.every(readsCaller);
}

/** Finds a field that the row rules compare with the caller, and that records of the subscription have too. */
function findComparedField(
  { resources: { resources } }: Service,
  plan: Drafted,
  { resource }: EventPlan,
  { audiences, subscription }: { readonly audiences: readonly Audience[]; readonly subscription: string },
): string | undefined {
  const fields = resources.find(({ name }) => name.value === subscription)?.fields.map(({ name }) => name.value) ?? [];
  const rules = audiences.flatMap((audience) =>
    getReading(plan, resource!, audience)
      .by.flatMap((operation) => listGrantsOf(operation, audience))
      .map((grant) => getRule(grant, resource)),
  );
  return rules.flatMap(listComparedFields).find((field) => fields.includes(field));
}

/** Lists the fields of the record that a rule compares with the caller. */
function listComparedFields(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { op, operator, left, right } = node as Partial<Expression & { readonly op: 'binary' }>;
  if (op !== 'binary' || operator !== '==') return Object.values(node).flatMap(listComparedFields);
  return [
    [left, right],
    [right, left],
  ].flatMap(([field, value]) => {
    const [step, further] = field?.op === 'path' && field.root === 'record' ? field.steps : [];
    return step !== undefined && further === undefined && readsCaller(value) ? [step.name] : [];
  });
}

function locateTarget({ events, source }: Service, { line }: DeliveryPlan): Diagnostic['span'] | undefined {
  const row = events.deliveries.find(({ span }) => getLineNumber(source, span) === line);
  return row?.to === undefined || isNotShown(row.to) ? undefined : row.to.span;
}

import type { StepDefinition, StepFacts, StepLine } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { changesRecord } from '../../../plan/kinds.ts';
import type { DeliveryPlan, EventPlan } from '../../../plan/plan.ts';
import { formatChange, listMatchingEvents } from '../serve/matching.ts';
import { canCascade, createRecording } from '../serve.ts';

/**
 * Writes what events need of a change in its transaction: the version that a subscription is made in, and the events of the change:
 * its own, and before them those of the records that followed a deletion.
 */
export const record: StepDefinition = {
  plan(facts) {
    const subscribed = findSubscribedDelivery(facts);
    const kept = subscribed && { words: 'store the API version of the subscription', line: subscribed.line };
    return [...(kept === undefined ? [] : [kept]), ...listEventLines(facts)];
  },
  create(op) {
    const { plan, operation } = op;
    const facts: StepFacts = { plan, operation, resource: op.resource?.plan };
    const subscribe = findSubscribedDelivery(facts) && createSubscribing(op);
    const events = listEventLines(facts).length > 0 ? createRecordingOfWrites(op) : undefined;
    if (subscribe === undefined || events === undefined) return (subscribe ?? events)!;
    return (ctx) => {
      const kept = subscribe(ctx);
      return then(kept, () => events(ctx));
    };
  },
};

function createRecordingOfWrites(op: OperationContext): Step {
  const record = createRecording(op);
  return (ctx) => (ctx.unwritten ? undefined : record(ctx));
}

function listEventLines({ plan, operation, resource }: StepFacts): readonly StepLine[] {
  if (resource === undefined || !changesRecord(operation) || plan.events.length === 0) return [];
  const own = listMatchingEvents(plan, operation).flatMap(({ event }) => [
    ...buildEventLines(event, operation),
    ...buildEmailLines(plan, event),
  ]);
  if (!canCascade(operation, resource)) return own;
  return [...own, { words: 'record the events of cascaded changes with the change', line: resource.line }];
}

/** One line for each trigger by which the operation causes an event. */
function buildEventLines({ name, when, line }: EventPlan, operation: StepFacts['operation']): readonly StepLine[] {
  const words = formatChange(operation);
  const called = operation.replaces === true ? words : operation.name;
  return when
    .filter((eventWhen) => !eventWhen.emitted && (eventWhen.operation === called || eventWhen.operation === words))
    .map(({ to, condition }) => {
      const tests = [
        ...(to === undefined ? [] : [`it ends in ${to}`]),
        ...(condition === undefined ? [] : [`\`${condition.source ?? ''}\``]),
      ];
      return { words: `record ${name} with the change${tests.length === 0 ? '' : ` if ${tests.join(' and ')}`}`, line };
    });
}

/** One line for each email that an event causes. */
function buildEmailLines({ mail }: StepFacts['plan'], { name }: EventPlan): readonly StepLine[] {
  const emails = (mail?.emails ?? []).filter(({ event, disabled }) => event === name && disabled !== true);
  return emails.map((email) => ({ words: `queue the email ${email.name} because of ${name}`, line: email.line }));
}

/** The delivery to whose subscriptions an operation adds one, in a service with versions. */
function findSubscribedDelivery({ plan, operation, resource }: Omit<StepFacts, 'older'>): DeliveryPlan | undefined {
  if (operation.kind !== 'create' || resource === undefined || plan.versioning.versions.length === 0) return undefined;
  return plan.deliveries.find(({ to }) => to?.kind === 'each' && to.resource === resource.name);
}

/** Creates the step that keeps the version in which a subscription is made. */
function createSubscribing({ resource, plan }: OperationContext): Step {
  const { name, identity } = resource!.plan;
  const newest = plan.versioning.versions[0]!.name;
  return (ctx) => {
    if (ctx.after === undefined) return undefined;
    const id = String(ctx.after[identity]);
    const done = ctx.transaction!.events.subscribe(name, id, ctx.version?.name ?? newest);
    return then(done, () => undefined);
  };
}

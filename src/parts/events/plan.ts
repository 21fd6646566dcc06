import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { parseShape } from '../../shape/parse.ts';
import { getLineNumber, type SourceText } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import { planMeaning } from '../resolve/documentation.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { createOperationNames } from '../resolve/operation-names.ts';
import { findResource, listDeliverableResources } from '../resolve/reach.ts';
import { eventRoles, resolveAnswer } from '../resolve/shapes.ts';
import type { Service } from '../service.ts';
import { payloadRoles } from './delivered.ts';
import type { DeliveryModel, TargetModel } from './model.ts';

/** The kinds of events, their changes and payloads. */
export function planEvents(service: Service): EventPlan[] {
  return service.events.events.map((event) => {
    const resource = findResource(service, event);
    const payload = event.payload === undefined ? undefined : resolvePayload(service, event.payload, resource);
    return {
      name: event.name.value,
      ...present({ resource }),
      when: event.when.map(({ operation, to, emitted }) => ({
        operation: operation.value,
        ...present({ to: to?.value }),
        emitted,
      })),
      ...present({ payload }),
      ...planMeaning(event),
      line: getLineNumber(service.source, event.span),
    };
  });
}

function resolvePayload(service: Service, words: SourceText, resource: string | undefined): AnswerShape | undefined {
  const { shape } = parseShape(words);
  if (shape === undefined) return undefined;
  const environment = resource === undefined ? undefined : () => createEnvironments(service).payload(resource);
  return resolveAnswer(shape, { service, place: 'payload', resource, roles: payloadRoles, environment }).shape;
}

/** The deliveries in the order of the document; one whose To or Signature is not shown is disabled and sends nothing. */
export function planDeliveries(service: Service): DeliveryPlan[] {
  return service.events.deliveries.map((delivery) => {
    const { to, signature, attempts, kind, events } = delivery;
    const disabled = to === undefined || isNotShown(to) || (signature !== undefined && isNotShown(signature));
    const target = to === undefined || isNotShown(to) ? undefined : planTarget(service, delivery, to);
    const envelope = planEnvelope(service, delivery);
    return {
      kind: kind.value,
      ...(disabled ? { disabled } : {}),
      ...present({ to: target }),
      events: planEventsOf(events),
      ...present({ envelope }),
      ...(signature === undefined || isNotShown(signature) ? {} : { signature: { field: signature.field.value } }),
      ...present({ attempts: attempts?.value }),
      line: getLineNumber(service.source, delivery.span),
    };
  });
}

function planEventsOf(events: DeliveryModel['events']): DeliveryPlan['events'] {
  if (events === 'all') return events;
  return 'listedIn' in events ? { listedIn: events.listedIn.value } : events.map((name) => name.value);
}

function planTarget(service: Service, delivery: DeliveryModel, to: TargetModel): DeliveryPlan['to'] {
  switch (to.kind) {
    case 'setting':
      return { kind: 'setting', name: to.name.value };
    case 'subject':
      return { kind: 'subject', pattern: to.pattern.value };
    case 'endpoint': {
      const streams = createOperationNames(service).all.filter(
        (operation) => operation.name.standard === 'stream events',
      );
      const stream = streams.find((operation) => operation.path?.text === to.path.value);
      return { kind: 'endpoint', operation: stream?.name.text ?? 'stream events' };
    }
    case 'each': {
      const resource = to.resource.value;
      const environment = createEnvironments(service).deliveryWhere(
        resource,
        listDeliverableResources(service, delivery),
      );
      const where = to.where === undefined ? undefined : resolveExpression(to.where, environment).tree;
      return { kind: 'each', resource, at: to.at.map((name) => name.value), ...present({ where }) };
    }
  }
}

function planEnvelope(service: Service, { envelope }: DeliveryModel): DeliveryPlan['envelope'] {
  if (envelope === undefined) return undefined;
  if ('named' in envelope) return { named: envelope.named.value };
  const parsed = parseShape(envelope.shape).shape;
  const shape = parsed && resolveAnswer(parsed, { service, place: 'envelope', roles: eventRoles }).shape;
  return shape === undefined ? undefined : { shape };
}

import type { Expression } from '../../expression/tree.ts';
import type { DeliveryPlan, EmailPlan, EventPlan, MailPlan, TemplatePlan } from '../../plan/plan.ts';
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
import { resolveBefore } from './before.ts';
import { payloadRoles } from './delivered.ts';
import { formatKey, resolveEmail } from './emails/resolve.ts';
import type { DeliveryModel, EmailModel, EventModel, TargetModel, TemplateModel } from './model.ts';

/** The kinds of events, their changes and payloads. */
export function planEvents(service: Service): EventPlan[] {
  return service.events.events.map((event) => {
    const resource = findResource(service, event);
    const payload = event.payload === undefined ? undefined : resolvePayload(service, event, event.payload, resource);
    return {
      name: event.name.value,
      ...present({ resource }),
      when: event.when.map(({ operation, to, condition, emitted }) => ({
        operation: operation.value,
        ...present({
          to: to?.value,
          condition: condition && planCondition(service, resource, operation.value, condition),
        }),
        emitted,
      })),
      ...present({ payload }),
      ...planMeaning(event),
      line: getLineNumber(service.source, event.span),
    };
  });
}

function planCondition(
  service: Service,
  resource: string | undefined,
  change: string,
  condition: SourceText,
): Expression | undefined {
  if (resource === undefined) return undefined;
  const { tree } = resolveExpression(condition, createEnvironments(service).eventWhen(resource, change));
  return tree && { ...tree, source: condition.text };
}

function resolvePayload(
  service: Service,
  event: EventModel,
  words: SourceText,
  resource: string | undefined,
): AnswerShape | undefined {
  const { shape } = parseShape(words);
  if (shape === undefined) return undefined;
  const environment =
    resource === undefined
      ? undefined
      : () => createEnvironments(service).payload(resource, resolveBefore(service, resource, event));
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

/** The emails in the order of the document; one whose To is not shown is disabled and is not sent. Left out without emails. */
export function planMail(service: Service): { readonly mail?: MailPlan } {
  const { emails, from } = service.events;
  if (emails.length === 0) return {};
  return { mail: { ...present({ from: from?.value }), emails: emails.flatMap((email) => planEmail(service, email)) } };
}

function planEmail(service: Service, email: EmailModel): readonly EmailPlan[] {
  const { name, event, to, subject, text, attempts, span } = email;
  const { resource, values } = resolveEmail(service, email);
  if (event === undefined || resource === undefined || values === undefined) return [];
  return [
    {
      name: name.value,
      ...(to === undefined || isNotShown(to) ? { disabled: true } : { to: to.text }),
      event: event.value,
      resource,
      values,
      subject: planTemplate(subject),
      text: planTemplate(text),
      ...present({ attempts: attempts?.value }),
      ...planMeaning(email),
      line: getLineNumber(service.source, span),
    },
  ];
}

function planTemplate(template: TemplateModel | undefined): TemplatePlan {
  return (template?.pieces ?? []).map((piece) => (typeof piece === 'string' ? piece : { value: formatKey(piece) }));
}

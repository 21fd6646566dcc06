import { findDeliveryKind, type JsonSchema } from '../../parts/registry.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { listMessageNames, type Route } from './routes.ts';

/** Describes the channel of a delivery: where its messages go, and which there are. */
export function describeChannel(plan: WholePlan, route: Route): JsonSchema {
  const { delivery, events, stream } = route;
  const messages = listMessageNames(route).map((name) => [name, { $ref: `#/components/messages/${name}` }] as const);
  const { to } = delivery;
  const parameters = to?.kind === 'subject' ? describeParameters(to.pattern, events) : {};
  return {
    address: to?.kind === 'subject' ? to.pattern : stream === undefined ? null : plan.base.prefix + stream.path,
    title: findDeliveryKind(delivery.kind)?.words.channel ?? delivery.kind,
    description: describeTarget(plan, delivery),
    messages: Object.fromEntries(messages),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(stream === undefined ? {} : { bindings: { http: {} } }),
    'x-nonet-line': delivery.line,
  };
}

function describeTarget(plan: WholePlan, { to, events }: DeliveryPlan): string {
  switch (to?.kind) {
    case undefined:
      return 'The document does not show the address.';
    case 'setting':
      return `The address that the operator sets as \`${to.name}\`.`;
    case 'subject':
      return 'A stream of NATS JetStream. Messages have the ID of their event, which drops duplicates.';
    case 'endpoint':
      return 'Clients read events as they happen. To continue after an interruption, they send the ID of the last event as `Last-Event-ID`.';
    case 'each': {
      const where = to.where?.source === undefined ? '' : ` if \`${to.where.source}\``;
      const listed =
        typeof events === 'object' && 'listedIn' in events
          ? ` Its \`${events.listedIn}\` list the events that it gets.`
          : '';
      const resource = plan.resources.find(({ name }) => name === to.resource)?.name ?? to.resource;
      return `The \`${to.at.join('.')}\` of each ${resource}${where}.${listed}`;
    }
  }
}

/** The placeholders of a subject. */
function describeParameters(pattern: string, events: readonly EventPlan[]): JsonSchema {
  const parameters: Record<string, JsonSchema> = {};
  if (pattern.includes('{event}')) {
    parameters.event = { description: 'The type of the event.', enum: events.map(({ name }) => name) };
  }
  if (pattern.includes('{id}')) parameters.id = { description: 'The ID of the record.' };
  return parameters;
}

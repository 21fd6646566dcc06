import { findDeliveryKind, type JsonSchema } from '../../parts/registry.ts';
import { leftEvent, listLeavingResources } from '../../plan/leaving.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { memo } from '../../text/memo.ts';
import { listDeliveries } from '../deliveries.ts';
import { listDelivered } from '../openapi/events.ts';
import { numberRepeated, toPascal } from '../words.ts';

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

/** A delivery with its events: one channel, and one operation that sends to it. */
export interface Route {
  /** The name of its channel: `webhook`, `sse`, `nats`; the second of a kind is `webhook2`. */
  readonly name: string;
  /** The name of its operation. */
  readonly operation: string;
  readonly delivery: DeliveryPlan;
  readonly events: readonly EventPlan[];
  /** Of a stream the operation that opens it. */
  readonly stream?: OperationPlan | undefined;
  /** The resources whose records may leave the stream. */
  readonly leaving: readonly string[];
}

/** Lists the deliveries of a version whose target the document shows. */
export function listRoutes(plan: WholePlan): readonly Route[] {
  const counts = new Map<string, number>();
  return listDeliveries(plan).map((delivery): Route => {
    const { kind, to } = delivery;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = count === 1 ? kind : `${kind}${count}`;
    const stream =
      to?.kind === 'endpoint' ? plan.operations.find((operation) => operation.name === to.operation) : undefined;
    const leaving = stream === undefined ? [] : listLeavingResources({ ...plan, deliveries: [delivery] }, stream);
    return {
      name,
      operation: `send${toPascal(name)}`,
      delivery,
      events: listDelivered(plan, delivery),
      stream,
      leaving,
    };
  });
}

/** The names of the messages of a route. */
export function listMessageNames(route: Route): readonly string[] {
  const names = route.events.map((event) => nameMessage(route, event));
  return route.leaving.length === 0 ? names : [...names, nameMessage(route, { name: leftEvent })];
}

/** The name of the message of an event on a route: `InvoicePaidWebhook`. */
export function nameMessage({ name, events }: Pick<Route, 'name' | 'events'>, event: Pick<EventPlan, 'name'>): string {
  return `${namesOf(events).get(event.name)}${toPascal(name)}`;
}

const namesOf = memo((events: readonly EventPlan[]): ReadonlyMap<string, string> => {
  const all = [...events.map(({ name }) => name), leftEvent];
  const names = numberRepeated(all.map(toPascal));
  return new Map(all.map((name, at) => [name, names[at]!]));
});

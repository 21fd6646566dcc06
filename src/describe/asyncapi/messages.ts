import type { JsonSchema } from '../../parts/registry.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { EventExample } from '../examples/exchange.ts';
import { type Components, describeEventMessage } from '../schemas/index.ts';
import { capitalize, joinDescriptions, toPascal, toSentence, toWords } from '../words.ts';
import type { Route } from './routes.ts';

/** The context of the messages of a description. */
export interface MessageContext {
  readonly plan: WholePlan;
  readonly schemas: Components;
  readonly events: readonly EventExample[];
}

/** Describes the message by which a delivery sends an event: its headers, its payload, and an event that was emitted. */
export function describeMessage(context: MessageContext, route: Route, event: EventPlan): JsonSchema {
  const { contentType, schema } = describeEventMessage(context.schemas, event, route.delivery);
  const { meaning, when, name, resource } = event;
  const causes = [
    ...new Set(when.map(({ operation, to }) => `\`${operation}\`${to === undefined ? '' : ` to \`${to}\``}`)),
  ];
  const headers = describeHeaders(context.plan, route, event);
  const example = context.events.find((one) => one.event === name && one.delivery === route.delivery.kind);
  return {
    name: event.name,
    title: capitalize(toWords(toPascal(event.name))),
    summary: meaning === undefined ? `An event of type ${event.name}.` : toSentence(meaning),
    description: joinDescriptions([
      causes.length === 0 ? `An event of type \`${name}\`.` : `Sent after ${causes.join(', ')}.`,
    ]),
    contentType,
    headers,
    payload: schema,
    ...(resource === undefined ? {} : { tags: [{ name: resource }] }),
    ...(example === undefined ? {} : { examples: [describeExample(headers, example)] }),
    'x-nonet-line': event.line,
  };
}

/** An event that was emitted, with the headers that are described. */
function describeExample(headers: JsonSchema, { headers: sent, body, event }: EventExample): JsonSchema {
  const described = Object.keys((headers.properties ?? {}) as object);
  const lower = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const shown = described.flatMap((name) => {
    const value = lower.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: toPascal(event),
    summary: 'An event of the examples.',
    headers: Object.fromEntries(shown),
    payload: body,
  };
}

const text = (description: string): JsonSchema => ({ type: 'string', description });

const traceparent: JsonSchema = {
  type: 'string',
  description: 'The trace of the request that caused the event, if it has one.',
};

function describeHeaders(plan: WholePlan, { delivery }: Route, event: EventPlan): JsonSchema {
  if (delivery.kind === 'sse') {
    return {
      type: 'object',
      description: 'The fields of a server-sent event, without its data.',
      required: ['id', 'event'],
      properties: {
        id: text('The position of the event, for `Last-Event-ID`.'),
        event: { type: 'string', const: event.name },
      },
    };
  }
  if (delivery.kind === 'nats') {
    return {
      type: 'object',
      properties: { 'Nats-Msg-Id': text('The ID of the event: the stream drops duplicates by it.'), traceparent },
    };
  }
  const isSigned = delivery.signature !== undefined;
  return {
    type: 'object',
    description: 'The headers of Standard Webhooks 1.0.0.',
    required: ['webhook-id', 'webhook-timestamp', ...(isAlwaysSigned(plan, delivery) ? ['webhook-signature'] : [])],
    properties: {
      'webhook-id': text('The ID of the event: the same on every attempt.'),
      'webhook-timestamp': text('When this attempt was made, in seconds since 1970.'),
      ...(isSigned
        ? { 'webhook-signature': text('Signatures with spaces between them; verify one by Standard Webhooks.') }
        : {}),
      traceparent,
    },
  };
}

/** A subscription without a secret gets no signature. */
function isAlwaysSigned({ resources }: WholePlan, { to, signature }: Route['delivery']): boolean {
  const subscription = resources.find(({ name }) => to?.kind === 'each' && name === to.resource);
  const secret = subscription?.fields.find(({ name }) => name === signature?.field);
  return subscription !== undefined && secret !== undefined && !mayBeAbsent(subscription, secret);
}

import type { JsonSchema } from '../../parts/registry.ts';
import { leftEvent, listLeavingResources } from '../../plan/leaving.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeMessageHeaders, formatCause, isPushed, listDeliveries } from '../deliveries.ts';
import { describeType } from '../schemas/index.ts';
import { showLeftMessage, showMessage } from '../wire/messages.ts';
import { capitalize, joinDescriptions, numberRepeated, toPascal, toSentence, toWords } from '../words.ts';
import type { OpenapiContext } from './context.ts';
import { nameExamples } from './examples.ts';
import { hasVersion32 } from './options.ts';

interface Webhook {
  readonly name: string;
  /** Its name with capitals; a number distinguishes events whose names differ in letter case or marks. */
  readonly id: string;
  readonly event: EventPlan;
  readonly delivery: DeliveryPlan;
}

/** Every event once for each delivery that sends it to webhooks. */
function listWebhooks({ plan }: OpenapiContext): readonly Webhook[] {
  const deliveries = listDeliveries(plan).filter(isPushed);
  const found = deliveries.flatMap((delivery) => listDelivered(plan, delivery).map((event) => ({ event, delivery })));
  const named = found.map(({ event, delivery }, at) => {
    const before = found.slice(0, at).filter((other) => other.event === event).length;
    return { name: before === 0 ? event.name : `${event.name}-${before + 1}`, event, delivery };
  });
  const ids = numberRepeated(named.map(({ name }) => toPascal(name)));
  return named.map((webhook, at) => ({ ...webhook, id: ids[at]! }));
}

/** Describes the requests that the service sends to receivers of events. */
export function describeWebhooks(context: OpenapiContext): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    listWebhooks(context).map((webhook) => [webhook.name, describeWebhook(context, webhook, `on${webhook.id}`)]),
  );
}

/** Describes the webhooks to whose addresses the records of an operation subscribe. */
export function describeCallbacks(
  context: OpenapiContext,
  { kind, resource, input }: OperationPlan,
): Readonly<Record<string, JsonSchema>> | undefined {
  if (kind !== 'create') return undefined;
  const callbacks = listWebhooks(context).flatMap((webhook) => {
    const { to } = webhook.delivery;
    if (to?.kind !== 'each' || to.resource !== resource || input?.kind !== 'object') return [];
    const member = input.members.find(({ field }) => field === to.at[0]);
    if (member === undefined) return [];
    const pointer = [member.name, ...to.at.slice(1)].map(
      (step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    );
    const expression = `{$request.body#${pointer.join('')}}`;
    const name = `callback${webhook.id}`;
    return [[`on${webhook.id}`, { [expression]: describeWebhook(context, webhook, name) }] as const];
  });
  return callbacks.length === 0 ? undefined : Object.fromEntries(callbacks);
}

function describeWebhook(context: OpenapiContext, webhook: Webhook, operationId: string): JsonSchema {
  const { event, delivery } = webhook;
  const { contentType, type } = showMessage(context.plan, event, delivery);
  const schema = describeType(context.schemas, type);
  const { meaning, when } = event;
  const played = context.events.find((one) => one.event === event.name && one.delivery === delivery.kind);
  const example = played === undefined ? {} : { example: played.body };
  const operations = [...new Set(when.map(formatCause))];
  return {
    post: {
      operationId,
      summary: capitalize(toWords(toPascal(event.name))),
      description: joinDescriptions([
        meaning === undefined ? undefined : toSentence(meaning),
        operations.length === 0 ? undefined : `Sent after ${operations.join(', ')}.`,
        delivery.attempts === undefined
          ? undefined
          : `Attempts: ${delivery.attempts.count}. Answer with any 2xx within 15 seconds.`,
      ]),
      tags: ['Events'],
      security: [],
      parameters: listHeaders(context, webhook),
      requestBody: { required: true, content: { [contentType]: { schema, ...example } } },
      responses: {
        '2XX': { description: 'The receiver has the event.' },
        '410': { description: 'The receiver wants no more events: the service ends its subscription.' },
        default: { description: 'The attempt failed. The service repeats it as the document states.' },
      },
      'x-nonet-line': event.line,
    },
  };
}

/** The headers of a message, each a parameter. */
function listHeaders({ plan, references }: OpenapiContext, { delivery, event }: Webhook): readonly JsonSchema[] {
  const { properties = {}, required = [] } = describeMessageHeaders(plan, delivery, event) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) =>
    references.parameter(name, {
      name,
      in: 'header',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema,
    }),
  );
}

/** Lists the events that a delivery sends. */
export function listDelivered({ events }: WholePlan, { events: sent }: DeliveryPlan): readonly EventPlan[] {
  return Array.isArray(sent) ? events.filter(({ name }) => sent.includes(name)) : events;
}

/** Describes a stream of server-sent events: each of them in OpenAPI 3.2, in 3.1 their text and the schemas of their data. */
export function describeStream(context: OpenapiContext, operation: OperationPlan): JsonSchema {
  const { plan, openapi, schemas } = context;
  const { name } = operation;
  const examples = listExamples(context, operation);
  const delivery = plan.deliveries.find(({ to }) => to?.kind === 'endpoint' && to.operation === name);
  const events = delivery === undefined ? [] : listDelivered(plan, delivery);
  const leaving = listLeavingResources(plan, operation);
  const messages = [
    ...events.map((event) => ({ event: event.name, ...showMessage(plan, event, delivery!) })),
    ...(leaving.length === 0 ? [] : [{ event: leftEvent, ...showLeftMessage(plan, leaving, delivery!) }]),
  ].map(({ type, ...message }) => ({ ...message, schema: describeType(schemas, type) }));
  const text: JsonSchema = { type: 'string' };
  if (!hasVersion32(openapi)) {
    return {
      schema: {
        type: 'string',
        description: 'Server-sent events. The `data` of each is JSON by the schema of its type.',
      },
      'x-nonet-events': Object.fromEntries(messages.map(({ event, schema }) => [event, schema])),
      ...examples,
    };
  }
  return {
    itemSchema: {
      oneOf: messages.map(({ event, contentType, schema }) => ({
        type: 'object',
        required: ['id', 'event', 'data'],
        properties: {
          id: text,
          event: { type: 'string', const: event },
          data: { type: 'string', contentMediaType: contentType, contentSchema: schema },
        },
      })),
    },
    ...examples,
  };
}

/** The streams that were played, as the text that the service sent. */
function listExamples({ examples }: OpenapiContext, operation: OperationPlan): JsonSchema {
  const played = nameExamples(examples, operation).filter(({ response }) => typeof response.body === 'string');
  if (played.length === 0) return {};
  return {
    examples: Object.fromEntries(
      played.map(({ name, summary, response }) => [name, { summary, value: response.body as Json }]),
    ),
  };
}

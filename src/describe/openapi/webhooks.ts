import type { JsonSchema } from '../../parts/registry.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import { listDeliveries } from '../deliveries.ts';
import { describeEventMessage } from '../schemas/index.ts';
import { capitalize, joinDescriptions, toCamel, toPascal, toSentence, toWords } from '../words.ts';
import type { OpenapiContext } from './context.ts';
import { listDelivered } from './streams.ts';

interface Webhook {
  readonly name: string;
  readonly event: EventPlan;
  readonly delivery: DeliveryPlan;
}

/** Every event once for each delivery that sends it to webhooks. */
function listWebhooks({ plan }: OpenapiContext): readonly Webhook[] {
  const deliveries = listDeliveries(plan).filter(({ kind }) => kind === 'webhook');
  const found = deliveries.flatMap((delivery) => listDelivered(plan, delivery).map((event) => ({ event, delivery })));
  return found.map(({ event, delivery }, at) => {
    const before = found.slice(0, at).filter((other) => other.event === event).length;
    return { name: before === 0 ? event.name : `${event.name}-${before + 1}`, event, delivery };
  });
}

/** Describes the requests that the service sends to receivers of events. */
export function describeWebhooks(context: OpenapiContext): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    listWebhooks(context).map((webhook) => [webhook.name, describeWebhook(context, webhook, `on ${webhook.name}`)]),
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
    const name = `callback ${webhook.name}`;
    return [[toCamel(`on ${webhook.name}`), { [expression]: describeWebhook(context, webhook, name) }] as const];
  });
  return callbacks.length === 0 ? undefined : Object.fromEntries(callbacks);
}

function describeWebhook(context: OpenapiContext, { event, delivery }: Webhook, name: string): JsonSchema {
  const { contentType, schema } = describeEventMessage(context.schemas, event, delivery);
  const { meaning, when } = event;
  const played = context.events.find((one) => one.event === event.name && one.delivery === delivery.kind);
  const example = played === undefined ? {} : { example: played.body };
  const operations = [
    ...new Set(when.map(({ operation, to }) => `\`${operation}\`${to === undefined ? '' : ` to \`${to}\``}`)),
  ];
  return {
    post: {
      operationId: toCamel(name),
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
      parameters: listHeaders(context, delivery),
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

const text: JsonSchema = { type: 'string' };

/** The headers of Standard Webhooks 1.0.0. A subscription without a secret gets no signature. */
function listHeaders({ plan, references }: OpenapiContext, { signature, to }: DeliveryPlan): readonly JsonSchema[] {
  const header = (name: string, description: string, required = true): JsonSchema =>
    references.parameter(name, { name, in: 'header', ...(required ? { required } : {}), description, schema: text });
  const subscription = plan.resources.find(({ name }) => to?.kind === 'each' && name === to.resource);
  const secret = subscription?.fields.find(({ name }) => name === signature?.field);
  const isSigned = subscription !== undefined && secret !== undefined && !mayBeAbsent(subscription, secret);
  return [
    header('webhook-id', 'The ID of the event: the same on every attempt.'),
    header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
    ...(signature === undefined
      ? []
      : [
          header(
            'webhook-signature',
            'Signatures with spaces between them; verify one by Standard Webhooks.',
            isSigned,
          ),
        ]),
    header('traceparent', 'The trace of the request that caused the event, if it has one.', false),
  ];
}

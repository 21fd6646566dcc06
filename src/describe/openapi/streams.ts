import type { JsonSchema } from '../../parts/registry.ts';
import { leftEvent, listLeavingResources } from '../../plan/leaving.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeType } from '../schemas/index.ts';
import { showLeftMessage, showMessage } from '../wire/messages.ts';
import type { OpenapiContext } from './context.ts';
import { nameExamples } from './named-examples.ts';
import { hasVersion32 } from './options.ts';

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

import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeEventMessage } from '../schemas/index.ts';
import type { OpenapiContext } from './context.ts';
import { hasVersion32 } from './options.ts';

/** Lists the events that a delivery sends. */
export function listDelivered({ events }: WholePlan, { events: sent }: DeliveryPlan): readonly EventPlan[] {
  return Array.isArray(sent) ? events.filter(({ name }) => sent.includes(name)) : events;
}

/** Describes a stream of server-sent events: each of them in OpenAPI 3.2, in 3.1 their text and the schemas of their data. */
export function describeStream(context: OpenapiContext, { name }: OperationPlan): JsonSchema {
  const { plan, openapi, schemas } = context;
  const delivery = plan.deliveries.find(({ to }) => to?.kind === 'endpoint' && to.operation === name);
  const events = delivery === undefined ? [] : listDelivered(plan, delivery);
  const messages = events.map((event) => ({ event: event.name, ...describeEventMessage(schemas, event, delivery!) }));
  const text: JsonSchema = { type: 'string' };
  if (!hasVersion32(openapi)) {
    return {
      schema: {
        type: 'string',
        description: 'Server-sent events. The `data` of each is JSON by the schema of its type.',
      },
      'x-nonet-events': Object.fromEntries(messages.map(({ event, schema }) => [event, schema])),
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
  };
}

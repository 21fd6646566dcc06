import type { JsonSchema } from '../../parts/registry.ts';
import { leftEvent } from '../../plan/leaving.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import { toPascal, toSentence } from '../words.ts';
import { describeAnswer } from './answers.ts';
import type { Components } from './components.ts';
import { describeValue } from './values.ts';

/** The meaning of the event by which a record leaves a stream. */
export const leftMeaning = 'A record no longer fits what the subscriber may see: a client that keeps a list removes it';

/** Describes the payload of an event; undefined if the document does not show one. */
export function describePayload(
  components: Components,
  { name, payload, resource }: EventPlan,
): JsonSchema | undefined {
  if (payload === undefined) return undefined;
  return describeAnswer(components, payload, { holder: resource, names: [`${toPascal(name)}Payload`] });
}

/** The message by which a delivery sends an event: its media type, and a reference to the schema of the body. */
export interface EventMessage {
  readonly contentType: string;
  readonly schema: JsonSchema;
}

/** Describes the message by which a delivery sends an event: the payload in the envelope that the document states. */
export function describeEventMessage(
  components: Components,
  event: EventPlan,
  { envelope }: DeliveryPlan,
): EventMessage {
  return describeMessageWith(components, event, envelope, describePayload(components, event));
}

/** Describes the message by which a stream says that a record of some resources no longer fits: the resource and the identity. */
export function describeLeftMessage(
  components: Components,
  resources: readonly string[],
  { envelope, line }: DeliveryPlan,
): EventMessage {
  const payloads = components.plan.resources.flatMap(({ name, identity, fields }): readonly JsonSchema[] => {
    const field = fields.find((candidate) => candidate.name === identity);
    if (field === undefined || !resources.includes(name)) return [];
    const properties = { resource: { const: name }, id: describeValue(components, field.schema, 'shown') };
    return [{ type: 'object', required: ['resource', 'id'], properties }];
  });
  const payload = payloads.length === 1 ? payloads[0]! : { oneOf: payloads };
  const event = { name: leftEvent, when: [], meaning: leftMeaning, line };
  return describeMessageWith(components, event, envelope, payload);
}

function describeMessageWith(
  components: Components,
  event: EventPlan,
  envelope: DeliveryPlan['envelope'],
  payload: JsonSchema | undefined,
): EventMessage {
  const json = 'application/json';
  const own = `${toPascal(event.name)}Event`;
  const description = event.meaning === undefined ? {} : { description: toSentence(event.meaning) };
  if (envelope === undefined) return { contentType: json, schema: payload ?? { type: 'object' } };
  if ('named' in envelope) {
    const isCloudEvent = envelope.named === 'cloudevents 1.0';
    const schema = isCloudEvent ? createCloudEvent(event, payload) : createStandardWebhook(event, payload);
    return {
      contentType: isCloudEvent ? 'application/cloudevents+json' : json,
      schema: components.add([own], { ...description, ...schema }),
    };
  }
  const roles = { 'event type': { type: 'string', const: event.name }, ...(payload === undefined ? {} : { payload }) };
  const shape = describeAnswer(components, envelope.shape, { names: [], roles });
  return { contentType: json, schema: components.add([own], { ...description, ...shape }) };
}

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time', description: 'When it happened.' };

/** A CloudEvent 1.0 in structured mode. */
function createCloudEvent({ name, resource }: EventPlan, payload: JsonSchema | undefined): JsonSchema {
  return {
    type: 'object',
    required: [
      'specversion',
      'id',
      'source',
      'type',
      'time',
      'sequence',
      ...(payload === undefined ? [] : ['datacontenttype', 'data']),
    ],
    properties: {
      specversion: { type: 'string', const: '1.0' },
      id: { ...text, description: 'The ID of the event: the same on every attempt.' },
      source: { type: 'string', format: 'uri-reference', description: 'The service.' },
      type: { type: 'string', const: name },
      subject: { ...text, ...(resource === undefined ? {} : { description: `The ID of the ${resource}.` }) },
      time,
      sequence: { ...text, description: 'The position among all events of the service; ordered as text.' },
      traceparent: { ...text, description: 'The trace of the request that caused the event, if it has one.' },
      ...(payload === undefined
        ? {}
        : { datacontenttype: { type: 'string', const: 'application/json' }, data: payload }),
    },
  };
}

/** The body that Standard Webhooks 1.0.0 recommends. */
function createStandardWebhook({ name }: EventPlan, payload: JsonSchema | undefined): JsonSchema {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: { type: { type: 'string', const: name }, timestamp: time, data: payload ?? { type: 'object' } },
  };
}

import { leftEvent } from '../../plan/leaving.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { toPascal, toSentence } from '../words.ts';
import { findIdentity, showShape } from './answers.ts';
import type { WireMember, WireType } from './type.ts';
import { showValue } from './values.ts';

/** The message by which a delivery sends an event: its media type and its body. */
interface WireMessage {
  readonly contentType: string;
  readonly type: WireType;
}

/** The meaning of the event by which a record leaves a stream. */
export const leftMeaning = 'A record no longer fits what the subscriber may see: a client that keeps a list removes it';

/** Returns the type of the payload of an event; undefined if the document does not show one. */
export function showPayload(plan: WholePlan, { name, payload, resource }: EventPlan): WireType | undefined {
  return payload && showShape(plan, payload, { holder: resource, names: [`${toPascal(name)}Payload`] });
}

/** Returns the type of the payload by which a stream says that a record of some resources no longer fits. */
export function showLeftPayload(plan: WholePlan, resources: readonly string[]): WireType {
  const payloads = plan.resources.flatMap(({ name }): readonly WireType[] => {
    const identity = resources.includes(name) ? findIdentity(plan, name) : undefined;
    if (identity === undefined) return [];
    const members = listMembers({ resource: { kind: 'literal', value: name }, id: showValue(identity.schema) });
    return [{ kind: 'object', use: 'shown', members }];
  });
  return payloads.length === 1 ? payloads[0]! : { kind: 'union', of: payloads, isExclusive: true };
}

/** Returns the message by which a delivery sends an event: the payload in the envelope that the document states. */
export function showMessage(plan: WholePlan, event: EventPlan, { envelope }: DeliveryPlan): WireMessage {
  return wrap(plan, event, envelope, showPayload(plan, event));
}

/** Returns the message by which a stream says that a record of some resources no longer fits. */
export function showLeftMessage(
  plan: WholePlan,
  resources: readonly string[],
  { envelope, line }: DeliveryPlan,
): WireMessage {
  const event = { name: leftEvent, when: [], meaning: leftMeaning, line };
  return wrap(plan, event, envelope, showLeftPayload(plan, resources));
}

function wrap(
  plan: WholePlan,
  event: EventPlan,
  envelope: DeliveryPlan['envelope'],
  payload: WireType | undefined,
): WireMessage {
  const contentType = 'application/json';
  if (envelope === undefined) return { contentType, type: payload ?? anyObject };
  const named = {
    names: [`${toPascal(event.name)}Event`],
    ...(event.meaning === undefined ? {} : { description: toSentence(event.meaning) }),
  };
  if ('named' in envelope) {
    const isCloudEvent = envelope.named === 'cloudevents 1.0';
    const members = isCloudEvent ? listCloudEvent(event, payload) : listStandardWebhook(event, payload);
    return {
      contentType: isCloudEvent ? 'application/cloudevents+json' : contentType,
      type: { kind: 'object', use: 'shown', members, ...named },
    };
  }
  const roles = { 'event type': isText(event.name), ...(payload === undefined ? {} : { payload }) };
  const type = showShape(plan, envelope.shape, { roles });
  return { contentType, type: type.kind === 'object' ? { ...type, ...named } : type };
}

const anyObject = showValue({ type: 'object' });
const text = { kind: 'text' } as const;
const time: WireType = { ...text, format: 'date-time', description: 'When it happened.' };

function isText(constant: string): WireType {
  return { ...text, constant };
}

function listMembers(types: Readonly<Record<string, WireType>>, optional = false): readonly WireMember[] {
  return Object.entries(types).map(([name, type]) => ({ name, type, optional }));
}

/** The members of a CloudEvent 1.0 in structured mode. */
function listCloudEvent({ name, resource }: EventPlan, payload: WireType | undefined): readonly WireMember[] {
  return [
    ...listMembers({
      specversion: isText('1.0'),
      id: { ...text, description: 'The ID of the event: the same on every attempt.' },
      source: { ...text, format: 'uri-reference', description: 'The service.' },
      type: isText(name),
    }),
    ...listMembers(
      { subject: { ...text, ...(resource === undefined ? {} : { description: `The ID of the ${resource}.` }) } },
      true,
    ),
    ...listMembers({
      time,
      sequence: { ...text, description: 'The position among all events of the service; ordered as text.' },
    }),
    ...listMembers(
      { traceparent: { ...text, description: 'The trace of the request that caused the event, if it has one.' } },
      true,
    ),
    ...(payload === undefined ? [] : listMembers({ datacontenttype: isText('application/json'), data: payload })),
  ];
}

/** The members of the body that Standard Webhooks 1.0.0 recommends. */
function listStandardWebhook({ name }: EventPlan, payload: WireType | undefined): readonly WireMember[] {
  return listMembers({ type: isText(name), timestamp: time, data: payload ?? anyObject });
}

import type { StoredEvent } from '../../../contracts/events.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { DecodedEvent, EventsInVersion, EventText, ShownEvent } from '../../../contracts/shown-events.ts';
import type { DeliveryPlan, Plan } from '../../../plan/plan.ts';

/** What the texts of events are made with; `base` is the base address, empty where none is known. */
export interface EventTextDependencies extends Pick<OperationContext, 'plan' | 'compiled'> {
  readonly base: string;
}

/** Gives what is sent of an event: what it shows, or that its record has left, in the envelope of a delivery. */
export type EventTextOf = (
  event: StoredEvent | DecodedEvent,
  envelope: DeliveryPlan['envelope'],
  left?: boolean,
) => EventText;

type Wrap = (shown: ShownEvent, event: StoredEvent) => EventText;

const json = 'application/json';
const none: EventText['headers'] = Object.freeze({});

/**
 * Makes the texts of events, for webhooks and streams alike. Throws where a member that a payload must show cannot be worked out:
 * the event is then to be counted as one that could not be sent.
 */
export function createEventTexts({ plan, compiled, base }: EventTextDependencies): EventTextOf {
  const source = buildSource(plan, base);
  const shapes = new Map(plan.deliveries.map(({ envelope }, at) => [envelope, compiled.events.envelopes[at]]));
  const named: ReadonlyMap<string, Wrap> = new Map<string, Wrap>([
    ['cloudevents 1.0', (shown, event) => toCloudEvent(shown, event, source)],
    ['standard webhooks', toStandardWebhook],
  ]);
  return (given, envelope, left = false) => {
    const decoded = 'event' in given ? given : compiled.events.decode(given);
    const shown = left ? compiled.events.left(decoded) : compiled.events.show(decoded);
    if (envelope === undefined) return { contentType: json, body: shown.payload ?? '{}', headers: none };
    if ('named' in envelope) return named.get(envelope.named)!(shown, decoded.event);
    return { contentType: json, body: shapes.get(envelope)!(shown), headers: none };
  };
}

/** Returns the texts of each version, made when it is first asked for. */
export function createTextsInVersions(deps: EventTextDependencies): (version: EventsInVersion) => EventTextOf {
  const known = new Map<EventsInVersion, EventTextOf>();
  return (version) => {
    const texts =
      known.get(version) ?? createEventTexts({ ...deps, compiled: { ...deps.compiled, events: version.events } });
    known.set(version, texts);
    return texts;
  };
}

/** Which service the events are of: its base address where one is known, else the path alone (RFC 3986, 4.1). */
export function buildSource(plan: Plan, base: string): string {
  if (base !== '') return base;
  return plan.base.prefix === '' ? '/' : plan.base.prefix;
}

/** CloudEvents 1.0.2 in structured mode: all attributes in the body, which is all that is signed. */
function toCloudEvent({ id, kind, time, number, payload }: ShownEvent, event: StoredEvent, source: string): EventText {
  const attributes = {
    specversion: '1.0',
    id,
    source,
    type: kind,
    ...(event.recordId === undefined || event.recordId === '' ? {} : { subject: event.recordId }),
    time,
    // The extension `sequence` is a text that is ordered as texts are.
    sequence: String(number).padStart(16, '0'),
    // The extension for distributed tracing.
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
    ...(payload === undefined ? {} : { datacontenttype: json }),
  };
  const text = JSON.stringify(attributes);
  const body = payload === undefined ? text : `${text.slice(0, -1)},"data":${payload}}`;
  return { contentType: 'application/cloudevents+json', body, headers: none };
}

/** The body that Standard Webhooks 1.0.0 recommends; a kind without a payload has empty data. */
function toStandardWebhook({ id, kind, time, payload }: ShownEvent): EventText {
  const body = `{"type":${JSON.stringify(kind)},"timestamp":"${time}","data":${payload ?? '{}'}}`;
  return { contentType: json, body, headers: { 'webhook-id': id } };
}

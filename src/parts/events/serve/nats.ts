import type { StoredEvent } from '../../../contracts/events.ts';
import type { OutgoingMessage } from '../../../contracts/platform.ts';
import type { DecodedEvent, EventsInVersion, EventVersions } from '../../../contracts/shown-events.ts';
import { carries } from '../../../plan/leaving.ts';
import type { DeliveryPlan, Plan } from '../../../plan/plan.ts';
import { createTextsInVersions, type EventTextDependencies, type EventTextOf } from './text.ts';
import { createTraceHeaders, type Subscriber } from './webhook.ts';

/** Makers of messages; `versions.default` is the version that a subject gets its events in. */
export interface NatsDependencies extends EventTextDependencies {
  readonly versions: Pick<EventVersions, 'default'>;
}

/** One row of the Delivery table that goes to a subject. */
export interface NatsRoute {
  readonly name: string;
  /** The subject as the one who gets an event of a wanted kind. */
  subscribers(decoded: DecodedEvent): Promise<readonly Subscriber[]>;
  /** The message of an event; undefined where its subject would be longer than servers take. Throws as `createEventTexts` does. */
  message(event: StoredEvent | DecodedEvent): OutgoingMessage | undefined;
}

/** The maximum number of ASCII characters of a subject: a server ends a connection whose command exceeds 4,096 bytes. */
export const longestSubject = 1_024;

/** The deliveries of a plan that go to subjects, except disabled ones. */
export function createNatsRoutes(deps: NatsDependencies): readonly NatsRoute[] {
  const rows = listNatsRows(deps.plan);
  const texts = createTextsInVersions(deps);
  const { decode } = deps.compiled.events;
  return rows.map((row, at) => {
    const { pattern } = row.to;
    const same = rows.slice(0, at).filter((natsRow) => natsRow.to.pattern === pattern).length;
    const name = same === 0 ? `nats ${pattern}` : `nats ${pattern} #${same + 1}`;
    return createNatsRoute(row, name, rows.slice(0, at), { texts, decode, versions: deps.versions });
  });
}

/** Whether a plan has deliveries that go to subjects. */
export function sendsNats(plan: Plan): boolean {
  return listNatsRows(plan).length > 0;
}

/** A row whose subject is stated. */
export type NatsRow = DeliveryPlan & { readonly to: { readonly kind: 'subject'; readonly pattern: string } };

/** The rows of a plan that go to subjects, in the document's order. */
export function listNatsRows({ deliveries }: Plan): readonly NatsRow[] {
  return deliveries.filter(
    (delivery): delivery is NatsRow => delivery.disabled !== true && delivery.to?.kind === 'subject',
  );
}

function createNatsRoute(
  { to, events, envelope }: NatsRow,
  name: string,
  earlier: readonly NatsRow[],
  {
    texts,
    decode,
    versions,
  }: Pick<NatsDependencies, 'versions'> & {
    texts(version: EventsInVersion): EventTextOf;
    decode(event: StoredEvent): DecodedEvent;
  },
): NatsRoute {
  const wants = events === 'all' || 'listedIn' in events ? undefined : new Set(events);
  return {
    name,
    async subscribers({ event }) {
      if (wants?.has(event.kind) === false || versions.default.nameOf(event.kind) === undefined) return [];
      const { sequence, id, kind, resource, recordId } = event;
      const chain = resource === undefined ? {} : { orderingKey: `${resource} ${recordId}` };
      return [
        {
          delivery: { route: name, subscriber: name, number: sequence, event: id, type: kind, ...chain },
          address: to.pattern,
        },
      ];
    },
    message(given) {
      const decoded = 'event' in given ? given : decode(given);
      const { event } = decoded;
      const { default: inDefault } = versions;
      const subject = buildSubject(to.pattern, { ...event, kind: inDefault.nameOf(event.kind) ?? event.kind });
      if (subject.length > longestSubject) return undefined;
      const { contentType, body, headers } = texts(inDefault)(decoded, envelope);
      // One stream may take the subjects of several rows: what each of them sends is a message of its own.
      const nth = 1 + earlier.filter((row) => carries(row, event.kind)).length;
      const id = nth === 1 ? event.id : `${event.id}#${nth}`;
      return { subject, id, headers: { ...headers, 'content-type': contentType, ...createTraceHeaders(event) }, body };
    },
  };
}

/**
 * The subject of an event. Dots in its name part tokens, as they do in the name; its record's identity is within one token, with
 * all but letters, digits, `_` and `-` as `%` and two digits of their bytes (RFC 3986, section 2.1); `-` where there is no record.
 */
export function buildSubject(pattern: string, { kind, recordId }: Pick<StoredEvent, 'kind' | 'recordId'>): string {
  const event = kind.replace(/\.(?=\.|$)/g, '%2E');
  const id = recordId === undefined || recordId === '' ? '-' : recordId === '-' ? '%2D' : encodeToken(recordId);
  return pattern.replace(/\{(event|id)\}/g, (_, hole) => (hole === 'event' ? event : id));
}

function encodeToken(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[.!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

import type { StoredEvent } from './events.ts';
import type { RecordValue, Row } from './record.ts';
import type { RequestContext } from './request-context.ts';

/** A stored event under its present name, with its records as expressions read them. */
export interface DecodedEvent {
  readonly event: StoredEvent;
  readonly record: RecordValue | undefined;
  readonly before: RecordValue | undefined;
  /** By the `ref` field of the record, and by resource and identity, as `RequestContext.refs`. */
  readonly refs: Readonly<Record<string, RecordValue | undefined>>;
  /** `refs` for the record before; left out without one. */
  readonly refsBefore?: Readonly<Record<string, RecordValue | undefined>>;
}

/** The parts of an event that an envelope and the responses of `list events` and `read event` show. */
export interface ShownEvent {
  readonly id: string;
  readonly kind: string;
  /** `caller.id` of the request that caused it; undefined without one. */
  readonly caller?: string | undefined;
  /** RFC 3339, UTC, three fraction digits. */
  readonly time: string;
  readonly number: number;
  /** JSON; undefined where the kind has no payload. */
  readonly payload: string | undefined;
  /** The version of the interface in which it is shown; undefined where the document states none. */
  readonly version: string | undefined;
}

/** The code made for events. */
export interface CompiledEvents {
  /** The JSON of a row as events keep it: by field, absent and null left out, 64-bit integers in all digits, secrets as kept. */
  text(resource: string, row: Row): string;
  decode(event: StoredEvent): DecodedEvent;
  /** The names under which events of a type may be stored: those of earlier documents are among them. */
  storedNames(type: string): readonly string[];
  /** Returns an event as the current version shows it. Throws if a required field cannot be computed. */
  show(decoded: DecodedEvent): ShownEvent;
  /** Returns an event as the current version shows it, without its payload. */
  bare(decoded: DecodedEvent): ShownEvent;
  /** Returns what the current version shows in place of an event whose record no longer fits: its resource and its identity alone. */
  left(decoded: DecodedEvent): ShownEvent;
  /** The name by which clients get a type of event; undefined: they do not get it. Absent: every type by its own name. */
  nameOf?(kind: string): string | undefined;
  readonly conditions: EventConditions;
  /** By delivery of the plan: the text of an envelope that is a shape. */
  readonly envelopes: readonly (((shown: ShownEvent) => string) | undefined)[];
  /** By the name of an email: the JSON of its values for an event. Absent values are left out. */
  readonly emails: ReadonlyMap<string, (decoded: DecodedEvent) => string>;
  /** By the name of an operation on events, the row rules of its scope rows. */
  readonly rules: ReadonlyMap<string, EventRules>;
}

/** Events as one version of the interface shows them. */
export interface EventsInVersion {
  /** Undefined where the document states no versions. */
  readonly version: string | undefined;
  readonly events: CompiledEvents;
  /** Its name for a kind of event; undefined: it does not have it. */
  nameOf(kind: string): string | undefined;
}

/** Events as the served versions of the interface show them. */
export interface EventVersions {
  /** The events in the default version, for requests that name no version. */
  readonly default: EventsInVersion;
  /** The one of a name; the oldest one for a name that is served no more. */
  in(version: string | undefined): EventsInVersion;
}

/** Whether an event happens with a change: given the record after it, for a deletion before it, and the record before it, if there was one. */
export type EventCondition = (record: RecordValue, before: RecordValue | undefined) => boolean;

/** The conditions of an event's changes, in the order of its When, by the name of the event. */
export type EventConditions = ReadonlyMap<string, readonly (EventCondition | undefined)[]>;

/** Whether a row rule holds for an event's record as of that event. */
export type EventRule = (record: RecordValue, ctx: RequestContext) => boolean;

/** By scope row of an operation, as its grants: the rule of each resource that has events; undefined for a row without a Where. */
export type EventRules = readonly (ReadonlyMap<string, EventRule> | undefined)[];

/** An event as it is sent. */
export interface EventText {
  readonly contentType: string;
  /** The very bytes that are signed, as text. */
  readonly body: string;
  /** Headers that accompany it over HTTP, in addition to its content type. */
  readonly headers: Readonly<Record<string, string>>;
}

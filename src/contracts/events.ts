import type { MaybePromise } from './record.ts';

/** An event as it is written in the transaction of its change. */
export interface NewEvent {
  /** `evt_` and a UUID of version 7 in base 32: it ascends with time and cannot be guessed. The same on every route and attempt. */
  readonly id: string;
  /** The name of its row in the Events table. */
  readonly kind: string;
  /** The resource of its record; an event that only code emits may have none, and then has no record. */
  readonly resource?: string;
  /** The record's identity, and the version that the change gave it; of a deletion one more than the last. */
  readonly recordId?: string;
  readonly recordVersion: number;
  /** The record after the change, for a deletion before it: JSON as `CompiledEvents.text` gives it. */
  readonly record?: string;
  /** The record before the change, where the payload speaks of it; or of it what row rules of streams read, where that has changed. */
  readonly before?: string;
  /** The records that refs lead to and that payload, row rules and deliveries read: JSON, a list of `{ resource, record }`. */
  readonly refs?: string;
  /** When it happened: milliseconds, `now` of its request. */
  readonly at: number;
  readonly traceId: string;
  /** The `traceparent` that continues the trace of the request (W3C Trace Context), if it has a span; its trace ID is `traceId`. */
  readonly traceparent?: string;
  /** `caller.id` of the request that caused it, where the document shows it. */
  readonly caller?: string;
  /** The newest version of the document that named its kind; left out where the document states no versions. */
  readonly version?: string;
}

/** An event that has its number: from 1, one more for each, without a hole; within a record versions ascend with it. */
export interface StoredEvent extends NewEvent {
  readonly sequence: number;
}

/** A position among the events of a service: after the event with this number and ID, which position 0 lacks. */
export interface EventPosition {
  readonly sequence: number;
  readonly id: string | undefined;
}

/** Events inside a transaction. */
export interface EventRecording {
  /** Writes events in one statement. Work need not wait for it: what fails fails the commit. */
  record(events: readonly NewEvent[]): MaybePromise<void>;
  /** Keeps the version of the interface in which a record that holds a subscription was made. Work need not wait for it. */
  subscribe(resource: string, id: string, version: string): MaybePromise<void>;
}

/** Which events are read: all with no member of their own. */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly resource?: string;
  readonly recordId?: string;
  /** That happened at this moment or later. */
  readonly since?: number;
}

/** Is notified of events that a store has stored. */
export interface EventWatcher {
  /** Events up to this number may be read; the same number may come twice, and numbers come in any order. */
  sequenced(newest: number): void;
  /** This process has committed events that have no number yet. */
  recorded?(): void;
}

/** The events that a store keeps. Only durable ones with a number are ever read, so none that was read is taken back. */
export interface Events {
  /** Returns at most `most` events after a number, in the order of their numbers. */
  after(number: number, most: number, filter?: EventFilter): MaybePromise<readonly StoredEvent[]>;
  one(id: string): MaybePromise<StoredEvent | undefined>;
  /** Returns the ID of the event with a number, also of the last one that `expire` deleted; undefined if there is none. */
  idAt(number: number): MaybePromise<string | undefined>;
  /** The newest number; 0 before the first event. */
  newest(): MaybePromise<number>;
  /** The number of the oldest stored event; one more than the newest if none is stored. */
  oldest(): MaybePromise<number>;
  /** Deletes at most `most` events that happened before a time, oldest first; returns their number. */
  expire(before: number, most: number): Promise<number>;
  /**
   * Numbers at most `most` committed events, one process at a time. Returns whether some are still without a number: another process is
   * numbering, or a transaction that began before theirs is open. Returns false in stores that number events as they write them.
   */
  assignSequences(most: number): Promise<boolean>;
  /**
   * Reports events as they become readable, as far as the store is notified of them: a watcher that must not miss one also calls `newest`
   * each second. Returns the function that stops it.
   */
  watch(watcher: EventWatcher): () => void;
}

/** Notifies everyone in a process of new events: one for a service, for all that waits for events. */
export interface EventFeed {
  /** The newest number that is known here. */
  readonly newest: number;
  /**
   * Calls back when there are events above the newest number reported before, and when the store has lost events up to it. Returns the
   * function that stops it.
   */
  subscribe(notify: (newest: number) => void): () => void;
}

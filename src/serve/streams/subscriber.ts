import type { OpenStream, StreamSink } from '../../contracts/answer-stream.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Audience, Channel, StreamedEvent, Subscription } from '../../contracts/streams.ts';

/** A client that reads nothing for this many milliseconds is disconnected, as is one with more than this many pending bytes. */
const longestBlock = 30_000;
const mostBacklog = 1_048_576;
/** A comment is sent after this many milliseconds without data, so that proxies keep the connection open. */
const heartbeat = 15_000;

/** Subscribers that receive the same events. */
export interface Group {
  readonly key: string;
  readonly channel: Channel;
  readonly audience: Audience;
  readonly members: Set<Subscriber>;
  /** The members that are not at the newest event: only they are visited for an event that the group does not receive. */
  readonly apart: Set<Subscriber>;
}

/** Returns the bytes of the events that are due for the members of a group, each undefined if nothing is. */
export function encodeFor(
  { channel, audience }: Pick<Group, 'channel' | 'audience'>,
  events: readonly StreamedEvent[],
  now: number,
): MaybePromise<readonly (Uint8Array | undefined)[]> {
  const due = audience.due(
    events.map(({ decoded }) => decoded),
    now,
  );
  return then(due, (all) =>
    all.map((what, at) => {
      if (what === undefined) return undefined;
      return what === 'event' ? channel.bytes(events[at]!) : channel.left(events[at]!);
    }),
  );
}

/** The events of a subscriber. */
export interface SubscriberEvents {
  /** Its client reads again: it may lag behind. */
  behind(subscriber: Subscriber): void;
  /** It has ended. */
  over(subscriber: Subscriber): void;
  now(): number;
  /** All events up to this number were sent to the subscribers that are at the newest event. */
  upTo(): number;
  /** The ID of that position. */
  position(): string;
}

const encoder = new TextEncoder();

/** An open stream: its cursor, and whether its client reads. */
export class Subscriber implements OpenStream {
  group: Group;
  /** When its credential is checked next, and when a check last succeeded. */
  lookAt: number;
  lookedAt: number;
  looking = false;
  over = false;
  readonly again: Subscription['again'];
  readonly #until: number;
  readonly #sink: StreamSink;
  readonly #events: SubscriberEvents;
  /** Undefined at the newest event. */
  #own: number | undefined;
  #told: number;
  #sentAt: number;
  #blockedAt: number | undefined = undefined;
  #backlog = 0;

  constructor(
    { from, again, until = Infinity }: Subscription,
    group: Group,
    sink: StreamSink,
    events: SubscriberEvents,
  ) {
    this.#own = from;
    this.group = group;
    this.again = again;
    this.#until = until;
    this.#sink = sink;
    this.#events = events;
    this.#told = from;
    this.#sentAt = events.now();
    this.lookedAt = this.#sentAt;
    this.lookAt = this.#sentAt;
  }

  /** All events up to this number were sent, or are not for this subscriber. */
  get cursor(): number {
    return this.#own ?? this.#events.upTo();
  }

  /** It is at the newest event, whichever that is. */
  get live(): boolean {
    return this.#own === undefined;
  }

  /** Sets the cursor. */
  moveTo(cursor: number): void {
    if (cursor === this.#events.upTo()) {
      if (this.#own !== undefined) this.group.apart.delete(this);
      this.#own = undefined;
    } else {
      this.#own = cursor;
      this.group.apart.add(this);
    }
  }

  /** Adds it to a group, after it has left its previous one. */
  join(group: Group): void {
    this.group = group;
    group.members.add(this);
    if (this.#own !== undefined) group.apart.add(this);
  }

  get blocked(): boolean {
    return this.#blockedAt !== undefined;
  }

  /** Starts the stream: sends its position and the reconnection delay in milliseconds. */
  begin(position: string, retry: number): void {
    this.#write(encoder.encode(`retry: ${retry}\nid: ${position}\n\n`));
  }

  /** Sends the bytes of the events up to a number. */
  take(bytes: Uint8Array | undefined, upTo: number): void {
    if (this.#events.now() >= this.#until) {
      this.end();
      return;
    }
    this.moveTo(upTo);
    if (bytes === undefined) return;
    this.#told = upTo;
    this.#write(bytes);
  }

  /** Counts pending bytes; disconnects a client with too many. */
  wait(bytes: Uint8Array): void {
    this.#backlog += bytes.length;
    if (this.#backlog > mostBacklog) this.cut();
  }

  /** Sends a heartbeat with the current position, or ends a stream whose client does not read. */
  beat(now: number, live: boolean): void {
    if (now >= this.#until) {
      this.end();
      return;
    }
    if (this.#blockedAt !== undefined) {
      if (now - this.#blockedAt >= longestBlock) this.cut();
      return;
    }
    if (now - this.#sentAt < heartbeat) return;
    const moved = live && this.cursor > this.#told;
    if (moved) this.#told = this.cursor;
    this.#write(encoder.encode(moved ? `:\nid: ${this.#events.position()}\n\n` : ':\n\n'));
  }

  drained(): void {
    this.#blockedAt = undefined;
    this.#backlog = 0;
    if (!this.over) this.#events.behind(this);
  }

  closed(): void {
    if (this.over) return;
    this.over = true;
    this.#events.over(this);
  }

  end(): void {
    if (this.over) return;
    this.closed();
    if (this.blocked) this.#sink.cut();
    else this.#sink.end();
  }

  cut(): void {
    if (this.over) return;
    this.closed();
    this.#sink.cut();
  }

  #write(bytes: Uint8Array): void {
    this.#sentAt = this.#events.now();
    if (!this.#sink.write(bytes)) this.#blockedAt ??= this.#sentAt;
  }
}

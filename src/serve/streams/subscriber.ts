import type { OpenStream, StreamSink } from '../../contracts/answer-stream.ts';
import type { Audience, Channel, Subscription } from '../../contracts/streams.ts';

/** A peer that takes nothing for so long is cut off, in milliseconds; so is one for whom more than so many bytes wait. */
const longestBlock = 30_000;
const mostBacklog = 1_048_576;
/** After so long without a byte a comment is sent, so that nobody between takes the connection for dead. */
const heartbeat = 15_000;

/** Subscribers that are sent the same. */
export interface Group {
  readonly key: string;
  readonly channel: Channel;
  readonly audience: Audience;
  readonly members: Set<Subscriber>;
}

/** What a subscriber tells of itself. */
export interface SubscriberEvents {
  /** Its peer takes more: it may have fallen behind. */
  behind(subscriber: Subscriber): void;
  /** It is over. */
  over(subscriber: Subscriber): void;
  now(): number;
}

const encoder = new TextEncoder();

/** One stream that is open: how far it was told, and whether its peer reads. */
export class Subscriber implements OpenStream {
  /** All events up to this number were handed over, or were not for it. */
  cursor: number;
  group: Group;
  /** When its credential is to be looked at again, and when that succeeded last. */
  lookAt: number;
  lookedAt: number;
  looking = false;
  over = false;
  readonly again: Subscription['again'];
  readonly #until: number;
  readonly #sink: StreamSink;
  readonly #events: SubscriberEvents;
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
    this.cursor = from;
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

  get blocked(): boolean {
    return this.#blockedAt !== undefined;
  }

  /** Begins: the peer learns where it stands, and after how many milliseconds it is to come again when it is cut off. */
  begin(retry: number): void {
    this.#write(encoder.encode(`retry: ${retry}\nid: ${this.cursor}\n\n`));
  }

  /** Hands over what is due of the events up to a number. */
  take(bytes: Uint8Array | undefined, upTo: number): void {
    if (this.#events.now() >= this.#until) {
      this.end();
      return;
    }
    this.cursor = upTo;
    if (bytes === undefined) return;
    this.#told = upTo;
    this.#write(bytes);
  }

  /** Counts what is due and cannot be handed over; cuts off who has let too much wait. */
  wait(bytes: Uint8Array): void {
    this.#backlog += bytes.length;
    if (this.#backlog > mostBacklog) this.cut();
  }

  /** Does what is due by the time: a heartbeat, which tells how far it has come, or the end of one that does not read. */
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
    this.#write(encoder.encode(moved ? `:\nid: ${this.cursor}\n\n` : ':\n\n'));
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

import type { ResponseStream } from './answer-stream.ts';
import type { MaybePromise } from './record.ts';
import type { DecodedEvent } from './shown-events.ts';

/** An event that may be sent along streams. Its texts are made once each. */
export interface StreamedEvent {
  readonly sequence: number;
  readonly decoded: DecodedEvent;
  /** By channel: its bytes, or null where the channel does not carry it. */
  readonly texts: Map<object, Uint8Array | null>;
}

/** What all subscribers of one operation share: which events it carries, and in which form. */
export interface Channel {
  /** The bytes of an event; undefined where the channel does not carry it. */
  bytes(event: StreamedEvent): Uint8Array | undefined;
}

/** Those who see the same: subscribers of one channel whose rules say the same of every event. */
export interface Audience {
  /** The same text for the same audience of a channel. */
  readonly key: string;
  sees(decoded: DecodedEvent, now: number): boolean;
}

/** A subscriber as it asks for its stream. */
export interface Subscription {
  readonly channel: Channel;
  readonly audience: Audience;
  /** The number behind which it begins, and the newest that the store has at that moment. */
  readonly from: number;
  readonly newest: number;
  /** Whether its credential holds a scope that lets it in; looked at again: who it is now, or undefined where it may not go on. */
  again(): MaybePromise<Audience | undefined>;
  /** When its version ends, in milliseconds since 1970: the stream ends with it. */
  readonly until?: number | undefined;
  /** Called when the stream is open, with what ends it. */
  opened?(end: () => void): void;
}

/** Sends events to all subscribers of this process. */
export interface EventStreams {
  stream(subscription: Subscription): ResponseStream;
}

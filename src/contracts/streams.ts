import type { ResponseStream } from './answer-stream.ts';
import type { EventPosition } from './events.ts';
import type { MaybePromise } from './record.ts';
import type { DecodedEvent } from './shown-events.ts';

/** An event that may be sent along streams. Its texts are made once each. */
export interface StreamedEvent {
  readonly sequence: number;
  /** The ID of the position after it, as clients send it in `Last-Event-ID`. */
  readonly position: string;
  readonly decoded: DecodedEvent;
  /** By channel, or what else makes one of it: its bytes, or null where the channel does not carry it. */
  readonly texts: Map<object, Uint8Array | null>;
}

/** The events of one stream operation and their form, shared by its subscribers. */
export interface Channel {
  /** The bytes of an event; undefined where the channel does not carry it. */
  bytes(event: StreamedEvent): Uint8Array | undefined;
  /** The bytes by which a record leaves, in place of an event; undefined where the channel does not carry the event. */
  left(event: StreamedEvent): Uint8Array | undefined;
}

/** The part of an event that a subscriber gets: the event, that its record has left, or nothing. */
export type Due = 'event' | 'left' | undefined;

/** Subscribers of one channel whose row rules admit the same events. */
export interface Audience {
  /** The same text for the same audience of a channel. */
  readonly key: string;
  /** Whether its row rules ask about other records: then what is due may come later. */
  readonly asks: boolean;
  /** Returns what is due of each event. A record that it does not see and saw before the change has left. */
  due(events: readonly DecodedEvent[], now: number): MaybePromise<readonly Due[]>;
}

/** A subscriber as it asks for its stream. */
export interface Subscription {
  readonly channel: Channel;
  readonly audience: Audience;
  /** The number of the event after which it starts, and the ID of that position. */
  readonly from: number;
  readonly position: string;
  /** The newest event at that time. */
  readonly newest: EventPosition;
  /** Checks again whether the credential has a scope that admits it; returns the present audience, or undefined if the stream must end. */
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

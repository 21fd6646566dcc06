import type { NatsMessage } from '../../parts/events/serve-nats.ts';

/** Where the NATS server is and how one signs in: the operator's, never the document's. */
export interface NatsSettings {
  /** Servers of one cluster: `nats://host:4222`, or `tls://` where nothing may be sent in the clear. */
  readonly servers: readonly string[];
  /** What one signs in with, as `signInOf` reads it; asked at each connection, so that it may change. */
  readonly credentials?: () => Promise<string>;
}

/** What became of a message. */
export type Published =
  | { readonly kept: true }
  | {
      readonly kept: false;
      readonly problem: string;
      /** It would be refused again: it is given up. */
      readonly lasting?: true;
      /** What is in the way is the same for other messages: it is told once. */
      readonly common?: true;
    };

/** A connection to a NATS server. */
export interface NatsLink {
  /** Resolves when a stream has said that it keeps the message, or with what was in the way. Never throws. */
  publish(message: NatsMessage, milliseconds: number): Promise<Published>;
  /** Resolves when the connection has ended, with the reason. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** Makes a connection; rejects with an error whose message names no secret. */
export type ConnectNats = (settings: NatsSettings) => Promise<NatsLink>;

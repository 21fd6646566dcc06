import type { OutgoingMessage, Published } from '../../contracts/platform.ts';

export type { Published };

/** Where the NATS server is and how one signs in: the operator's, never the document's. */
export interface NatsSettings {
  /** Servers of one cluster: `nats://host:4222`, or `tls://` where nothing may be sent in the clear. */
  readonly servers: readonly string[];
  /** What one signs in with, as `readSignIn` reads it; asked at each connection, so that it may change. */
  readonly credentials?: () => Promise<string>;
}

/** A connection to a NATS server. */
export interface NatsLink {
  /** Resolves when a stream has said that it keeps the message, or with what was in the way. Never throws. */
  publish(message: OutgoingMessage, milliseconds: number): Promise<Published>;
  /** Resolves when the connection has ended, with the reason. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** Makes a connection; rejects with an error whose message names no secret. */
export type ConnectNats = (settings: NatsSettings) => Promise<NatsLink>;

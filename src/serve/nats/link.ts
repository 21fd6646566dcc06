import type { OutgoingMessage, Published } from '../../contracts/platform.ts';

export type { Published };

/** The servers and credentials of NATS, set by the operator, never by the document. */
export interface NatsSettings {
  /** Servers of one cluster: `nats://host:4222`, or `tls://` to encrypt connections. */
  readonly servers: readonly string[];
  /** Returns the credentials for `readSignIn`; called at each connection, so they may change. */
  readonly credentials?: () => Promise<string>;
}

/** A connection to a NATS server. */
export interface NatsLink {
  /** Resolves when a stream has acknowledged the message, or to the problem. Never throws. */
  publish(message: OutgoingMessage, milliseconds: number): Promise<Published>;
  /** Resolves when the connection has ended, with the reason. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** Connects. Rejects with an error whose message contains no secret. */
export type ConnectNats = (settings: NatsSettings) => Promise<NatsLink>;

import type { ExampleRequest, ExampleResponse } from './exchange.ts';

/** A response, and the refusal that it reports. */
export interface PlayedResponse extends ExampleResponse {
  readonly condition?: string;
  readonly code?: string;
  readonly line?: number;
}

/** A request of a player. */
export interface PlayedRequest extends ExampleRequest {
  /** The body as it is sent; left out: the body as JSON, or none. */
  readonly text?: string;
}

/** The identity of a credential. */
export interface Identity {
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A client of the service with its secret. */
export interface PlayedClient {
  readonly id: string;
  readonly secret: string;
}

/** A message as it left the service. */
export interface SentMessage {
  readonly delivery: 'webhook' | 'nats';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The types of the events in it are read from its headers, its body, or the order in which they were recorded. */
  readonly event?: string;
}

/** A service in memory that a player sends requests to. Its clock moves only by `advance`. */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock, and lets everything happen that is due by then. */
  advance(milliseconds: number): Promise<void>;
  send(request: PlayedRequest): Promise<PlayedResponse>;
  /** Reads the first events of a stream. */
  stream(request: PlayedRequest): Promise<PlayedResponse>;
  /** Creates a key or a token of a scheme and returns its text. */
  credential(scheme: string, of: Identity): Promise<string>;
  client(scheme: string, of: Identity): Promise<PlayedClient>;
  /** The records of a resource as JSON, by the names of their fields. */
  records(resource: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The events recorded so far, and the messages that were sent. */
  events(): Promise<
    readonly { readonly type: string; readonly payload: unknown; readonly id: string; readonly number: number }[]
  >;
  sent(): readonly SentMessage[];
  close(): Promise<void>;
}

/** Opens another service in memory, with no records. */
export type OpenWorld = () => Promise<World>;

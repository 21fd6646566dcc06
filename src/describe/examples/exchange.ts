import type { Json } from '../../plan/schema.ts';

/** A request as a client sends it. */
export interface ExampleRequest {
  readonly method: string;
  /** Path and query, percent-encoded, with the prefix of the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The value that is sent as JSON, or the text of a body that is not valid JSON. */
  readonly body?: unknown;
}

/** A response as the client receives it. */
export interface ExampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that was sent to the service, and the response that it returned. */
export interface Exchange {
  /** The name of the operation; empty if the request names none. */
  readonly operation: string;
  readonly request: ExampleRequest;
  readonly response: ExampleResponse;
  /** Of a refusal its error code, if the document states one. */
  readonly code?: string;
  /** Of a refusal its condition. */
  readonly condition?: string;
  /** Of a refusal the line of the document that states it. */
  readonly line?: number;
  readonly title: string;
}

/** The exchanges of each operation, by its name: those of success first, then one for each refusal. */
export type Examples = Readonly<Record<string, readonly Exchange[]>>;

/** An event that the service emitted, as it left the service. */
export interface EventExample {
  /** The name of its row in Events. */
  readonly event: string;
  /** The kind of its delivery: `webhook`, `sse`, `nats`; `stored` if the document states none that could be played. */
  readonly delivery: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or the data of a stream, parsed. */
  readonly body: Json;
}

/** A success or a refusal of an operation that no request caused. */
export interface NotPlayed {
  readonly operation: string;
  /** Left out: no request succeeded. */
  readonly condition?: string;
  readonly code?: string;
  readonly reason: string;
}

/** The exchanges and events of a document that was played. */
export interface Played {
  readonly examples: Examples;
  /** Refusals of requests that find no operation. */
  readonly service: readonly Exchange[];
  readonly events: readonly EventExample[];
  readonly notPlayed: readonly NotPlayed[];
}

/** Plays a version of a document; undefined: the version that the document states. */
export type PlayExamples = (version?: string) => Promise<Played>;

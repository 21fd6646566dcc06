/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, with the prefix of the base URL. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent; left out: none. */
  readonly text?: string;
}

/** A response as it was read. */
export interface GotResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body if it is JSON. */
  readonly body?: unknown;
}

/** A request with its response, in the order in which they were sent. */
export interface Exchanged {
  readonly number: number;
  /** The operation whose request it is; left out: none. */
  readonly operation?: string;
  /** The name of the caller whose credential it carries. */
  readonly caller?: string;
  readonly request: SentRequest;
  readonly response: GotResponse;
}

/** Sends requests to the service that is proved. */
export interface Transport {
  /** Rejects with a `NoResponseError` if there is no complete response within the bounds. */
  send(request: SentRequest): Promise<GotResponse>;
  /** Milliseconds since 1970 of the clock of the service, as far as it is known. */
  now(): number;
  /** Lets time pass: turns the clock where it can be turned, else waits, at most for as long as the transport allows. Returns whether that time is over. */
  advance(milliseconds: number): Promise<boolean>;
}

/** Thrown if a service gives no complete response within the bounds of size and time. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

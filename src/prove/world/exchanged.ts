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
  /** Whether `advance` turns the clock of the service, so that days cost nothing. */
  readonly turnsClock?: true;
  /** Waits until something is true, at most for a time. In memory, what is due happens first. */
  until(isTrue: () => boolean, milliseconds: number): Promise<void>;
  /** Sends a request whose response does not end, such as a stream; rejects as `send` does. */
  open(request: SentRequest): Promise<OpenResponse>;
  /** The addresses to which the service can send webhooks. */
  readonly inboxes?: Inboxes;
}

/** A response that goes on. */
export interface OpenResponse {
  readonly response: GotResponse;
  /** The text of its body so far. */
  text(): string;
  close(): Promise<void>;
}

/** The addresses that receive webhooks. */
export interface Inboxes {
  /** Opens an address; a name that was opened before gives the same one. */
  open(name: string): Promise<Inbox>;
  /** Whether the operator knows the addresses, and so can give one to the service. */
  readonly areStated: boolean;
}

/** An address that receives webhooks. */
export interface Inbox {
  readonly url: string;
  /** The requests so far, the oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** The status that the next requests get. */
  status: number;
}

/** A request that a webhook of the service sent. */
export interface ReceivedRequest {
  /** Milliseconds since 1970 of the clock of the service, as far as it is known. */
  readonly at: number;
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Thrown if a service gives no complete response within the bounds of size and time. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

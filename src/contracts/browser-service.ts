/** A service that runs in a browser. */
export interface BrowserService {
  readonly facts: RunningFacts;
  /** The moment of its clock, in milliseconds since 1970. */
  now(): number;
  /** Sends a request to it. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Its events after a number, at most 200, oldest first. */
  events(after?: number): Promise<readonly EventShown[]>;
  /** The stored records of a resource, at most 100, the last identity first. Rejects for an unknown resource. */
  records(resource: string): Promise<RecordTable>;
  /** Webhooks and messages that it would have sent. */
  sent(): readonly SentWebhook[];
  /** Moves its clock by milliseconds: timers fire, limits and keys expire. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Facts of a service that runs. */
export interface RunningFacts {
  readonly name: string;
  /** A credential with all scopes, and how it is sent. */
  readonly credential:
    | { readonly in: string; readonly name: string; readonly word?: string; readonly text: string }
    | undefined;
  readonly resources: readonly string[];
  /** Operations whose handlers are written in TypeScript: they do not run here. */
  readonly handlers: readonly string[];
}

/** An event, as a list shows it. */
export interface EventShown {
  readonly number: number;
  readonly type: string;
  readonly at: string;
  readonly payload: unknown;
}

/** Records as a table of texts. */
export interface RecordTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A request as it is passed between threads. */
export interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** A response as it is passed between threads. */
export interface PassedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** A message to the worker; it answers each with `Answer` of the same id. */
export type Call = { readonly id: number } & (
  | { readonly call: 'open'; readonly document: string; readonly clock?: number }
  | { readonly call: 'fetch'; readonly request: PassedRequest }
  | { readonly call: 'events'; readonly after?: number }
  | { readonly call: 'records'; readonly resource: string }
  | { readonly call: 'advance'; readonly milliseconds: number }
  | { readonly call: 'now' }
);

/** The worker's answer to a call: its result, or the message of its error. */
export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

/** A webhook or message that the service would have sent. */
export interface SentWebhook {
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

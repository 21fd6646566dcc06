/** A request that was played against a service, and the response that it gave. */
export interface Exchange {
  /** The name of the operation. */
  readonly operation: string;
  readonly title: string;
  readonly request: Message & { readonly method: string; readonly path: string };
  readonly response: Message & { readonly status: number };
  /** The error code of a refusal. */
  readonly code?: string;
  /** The line of the document that caused an error response. */
  readonly line?: number;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Exchanges by the name of their operation: first a success, then refusals by code. */
export type Examples = Readonly<Record<string, readonly Exchange[]>>;

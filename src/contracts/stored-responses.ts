import type { MaybePromise } from './record.ts';

/** Whose idempotency key it is: a key belongs to a caller and an operation. */
export interface IdempotencyScope {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
}

/** The outcome of a request with an idempotency key. `request` and `attributes` are digests of what it was and who asked. */
export interface StoredResponse {
  readonly request: string;
  readonly attributes: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** When it ends, of one that was read; left out: never. */
  readonly until?: number | undefined;
}

/** The responses that are stored for idempotency keys, inside a transaction. */
export interface StoredResponses {
  /** Locks a key until the transaction ends, and returns what is stored for it at a time; `held`: another transaction has it. */
  take(scope: IdempotencyScope, now: number): MaybePromise<StoredResponse | 'held' | undefined>;
  /** Stores a response until a time; without one permanently. */
  store(scope: IdempotencyScope, response: StoredResponse, until?: number): MaybePromise<void>;
}

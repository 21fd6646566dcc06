import type { Hooked } from './handlers.ts';
import type { MaybePromise, RecordValue, Row } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** The operations that run inside the transaction of a request. */
export interface InnerOperations {
  /** Finds the one with a verb: `create`, `update`, `delete` of the store, or a transition. */
  of(verb: string, resource: string): Pick<InnerOperation, 'run' | 'hook'>;
}

/** One operation that runs inside the transaction of a request. */
export interface InnerOperation {
  /** Runs it: the record afterwards (none where it was erased), or a refusal. */
  run(asked: InnerAsked): Promise<InnerDone>;
  /** Runs its hook for a change that follows a deletion; undefined if it has none. */
  readonly hook?: ((changed: InnerChange) => MaybePromise<Hooked>) | undefined;
}

/** How an operation is asked for inside a request. */
export interface InnerAsked {
  readonly ctx: RequestContext;
  /** The record's identity, where the operation is about one. */
  readonly id?: unknown;
  readonly input: Record<string, unknown>;
  /** The input is that of a request, and checked as one. */
  readonly checked: boolean;
  /** Each value of `input` is a whole new value: nothing is merged into it. */
  readonly whole?: true;
  /** It runs with the service's own rights: no row rule applies. */
  readonly asService: boolean;
}

/** A record as it was, and as it will be or is; of one that is erased, as it was. */
export interface InnerChange {
  readonly ctx: RequestContext;
  readonly row: Row;
  readonly before: RecordValue;
  readonly after: RecordValue | undefined;
}

/** The result of an operation inside a request. */
export type InnerDone =
  | { readonly refusal: Refusal }
  | { readonly record: RecordValue | undefined; readonly request: RequestContext };

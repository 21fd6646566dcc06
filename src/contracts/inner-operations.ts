import type { RecordValue } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** The operations that run inside the transaction of a request. */
export interface InnerOperations {
  /** Finds the one with a verb: `create`, `update`, `delete` of the store, or a transition. */
  of(verb: string, resource: string): Pick<InnerOperation, 'run'>;
}

/** One operation that runs inside the transaction of a request. */
export interface InnerOperation {
  /** Runs it: the record afterwards (none where it was erased), or a refusal. */
  run(asked: InnerAsked): Promise<InnerDone>;
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

/** The result of an operation inside a request. */
export type InnerDone =
  | { readonly refusal: Refusal }
  | { readonly record: RecordValue | undefined; readonly request: RequestContext };

import type { MaybePromise } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** What a handler gets, by name; `nonet generate types` writes its types. */
export type HandlerContext = Readonly<Record<string, unknown>>;

/** The functions of the module beside a document, each by its operation or member. */
export interface Handlers {
  readonly operations: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  readonly before: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  readonly after: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  /** By resource, then by field: gives the values of many records in their order. */
  readonly computed: ReadonlyMap<string, ReadonlyMap<string, ComputedMember>>;
}

/** A member that depends on the caller: the values for records, in their order. */
export type ComputedMember = (records: readonly unknown[], caller: unknown, store: unknown) => unknown;

/** The code that one operation has. */
export interface OperationCode {
  /** The handler, inside the transaction; what it gives back stands in `ctx.after`. */
  readonly run?: (ctx: RequestContext) => MaybePromise<Refusal | undefined>;
  /** Before the transaction. */
  readonly before?: (ctx: RequestContext) => MaybePromise<Refusal | undefined>;
  /** After the commit; its failures are logged. */
  readonly after?: (ctx: RequestContext) => void;
  /** Puts the members that depend on the caller into the records of an answer. */
  readonly computed?: (ctx: RequestContext) => MaybePromise<void>;
}

/** Hashes passwords off the main thread, a few at a time. */
export interface Passwords {
  /** The salted hash of a password; `busy` when too many are being worked out. */
  hash(password: string): Promise<string> | 'busy';
  /** Whether a password is the one behind a hash that was made here. */
  matches(password: string, hash: string): Promise<boolean> | 'busy';
}

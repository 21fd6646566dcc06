import type { MaybePromise } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** The argument of a handler; `nonet generate types` writes its types. */
export type HandlerContext = Readonly<Record<string, unknown>>;

/** The functions of the module next to a document, by operation or field. */
export interface Handlers {
  readonly operations: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  readonly before: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  readonly within: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  readonly after: ReadonlyMap<string, (context: HandlerContext) => unknown>;
  /** By resource, then by field: gives the values of many records in their order. */
  readonly computed: ReadonlyMap<string, ReadonlyMap<string, ComputedMember>>;
}

/** A member that depends on the caller: the values for records, in their order. */
export type ComputedMember = (records: readonly unknown[], caller: unknown, store: unknown) => unknown;

/** The code that one operation has. */
export interface OperationCode {
  /** The handler is `unwritten`: requests are answered with 501, and nothing of it runs. */
  readonly unwritten?: boolean;
  /** The handler, inside the transaction; its result is in `ctx.after`. */
  readonly run?: (ctx: RequestContext) => MaybePromise<Refusal | undefined>;
  /** Before the transaction. */
  readonly before?: (ctx: RequestContext) => MaybePromise<Refusal | undefined>;
  /** Inside the transaction, when the change is made; of a deletion before it. */
  readonly within?: (ctx: RequestContext) => MaybePromise<Hooked>;
  /** After the commit; its failures are logged. */
  readonly after?: (ctx: RequestContext) => void;
  /** Puts the members that depend on the caller into the records of an answer. */
  readonly computed?: (ctx: RequestContext) => MaybePromise<void>;
}

/** The result of a hook inside the transaction; `wrote`: it wrote records through its store, or ran operations. */
export interface Hooked {
  readonly refusal: Refusal | undefined;
  readonly wrote: boolean;
}

/** Hashes passwords off the main thread, a few at a time. */
export interface Passwords {
  /** Returns the salted hash of a password, with the costs of new hashes; `busy` if too many are being computed. */
  hash(password: string): Promise<string> | 'busy';
  /** Returns whether a password matches a hash, whatever its costs. */
  matches(password: string, hash: string): Promise<boolean> | 'busy';
  /**
   * Returns the hash of a password with the costs of new hashes, if a stored one that it matches has other costs. The salt stays: who does
   * this at the same time gets the same hash.
   */
  renew(password: string, hash: string): Promise<string> | 'busy' | undefined;
  /** Returns what a text with passwords is compared by: 32 bytes, which take as long to compute. */
  digest(text: string, salt: Uint8Array): Promise<Uint8Array> | 'busy';
}

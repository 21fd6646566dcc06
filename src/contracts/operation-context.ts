import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { Compiled, CompiledOperation, CompiledResource } from './compiled.ts';
import type { CredentialService, Verifier } from './credentials.ts';
import type { Files } from './files.ts';
import type { OperationCode, Passwords } from './handlers.ts';
import type { InnerOperations } from './inner-operations.ts';
import type { Limiting } from './limits/limiting.ts';
import type { Platform } from './platform.ts';
import type { MaybePromise, RecordValue, Row } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { HttpResponse, RequestContext } from './request-context.ts';
import type { SecondFactors } from './sessions/second-factors.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { TokenSigner } from './sessions/tokens.ts';
import type { RequiredRecord, Store } from './store.ts';
import type { EventStreams } from './streams.ts';
import type { VersionTransform } from './versions.ts';

/** Limits of the server, independent of the document: bytes, records, milliseconds. */
export interface ServerLimits {
  readonly maxBodySize: number;
  readonly maxPageSize: number;
  readonly maxRequestTime: number;
}

/** The value of a JSON text, or what is wrong with it. */
export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Looks a record up; `tenant` is the value of the field `within`, if the lookup has one. */
export interface Visible {
  (ctx: RequestContext, value: unknown, tenant?: unknown): MaybePromise<Row | undefined>;
  /** The query that it executes; undefined if it cannot find anything. */
  needed(ctx: RequestContext, value: unknown, tenant?: unknown): RequiredRecord | undefined;
  /** The same inside a transaction, which locks the record for a change. */
  held(ctx: RequestContext, value: unknown, tenant?: unknown): MaybePromise<Row | undefined>;
}

/** Dependencies that the operations of a service share. */
export interface ServiceContext {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Store;
  readonly platform: Platform;
  readonly serverLimits: ServerLimits;
  /** Stores the files of requests; undefined of a service without files. */
  readonly files: Files | undefined;
  readonly keys: CredentialService;
  /** Begins and ends sessions. */
  readonly sessions: Sessions;
  /** Compares codes with second factors; undefined of a service without them. */
  readonly factors: SecondFactors | undefined;
  /** By scheme, except disabled ones. */
  readonly verifiers: readonly Verifier[];
  /** Signs tokens, if a scheme gives signed ones. */
  readonly signer: TokenSigner | undefined;
  /** Counts requests, for limits. */
  readonly limiting: Limiting;
  /** Which URLs subscriptions may name. */
  readonly targets: { wrong(url: string): string | undefined };
  /** Sends events along streams. */
  readonly streams: EventStreams;
  /** The base URL if it is known, else empty. */
  readonly base: string;
  /** The operations that run inside the transaction of another; created when they are first asked for. */
  readonly inner: () => InnerOperations;
  /** The changes that have a hook inside their transaction. */
  readonly hookedChanges: ReadonlySet<string>;
  /** Returns the response to a refusal, as clients of the version get it. */
  readonly refused: (ctx: RequestContext, refusal: Refusal) => HttpResponse;
  /** Whether a timed transition may be due on a row of a resource; undefined if the service has none. */
  readonly due: ((resource: string, row: Row, now: number) => boolean) | undefined;
}

/**
 * Evaluates expressions that ask questions: as often as it takes to know all that they ask, each time only what is new, in one query for
 * each question. `work` has no effects; `perform` is done once, in the end.
 */
export type Answering = <T>(ctx: RequestContext, work: () => T, perform?: () => MaybePromise<T>) => MaybePromise<T>;

/** Dependencies of the step factories of one operation. Created once per operation, at its first request. */
export interface OperationContext extends ServiceContext {
  readonly operation: OperationPlan;
  readonly code: CompiledOperation;
  /** The operation's own resource, if it has one. */
  readonly resource: CompiledResource | undefined;
  parse(text: string): Parsed;
  /**
   * Looks a record of a resource up by one field, as the caller may see it: it exists, is not gone, and passes the row rule
   * of `read X` (where no scope row of the caller lists that, of any that lists an operation of X).
   * `presence`: the row holds nothing of it.
   */
  visible(resource: string, field: string, presence?: true, within?: string): Visible;
  /** Loads the records that references of a record lead to and that the operation's expressions read. */
  loadRefs(ctx: RequestContext, record: RecordValue): MaybePromise<void>;
  /** Returns what evaluates expressions of these parts of the plan, which may ask questions about other records. */
  answering(...parts: readonly unknown[]): Answering;
  /**
   * Loads the records that the operation's responses embed, if the caller may read them; undefined if they embed none. Returns for how many
   * records of a list a response has room, if these are not all.
   */
  readonly embed: ((ctx: RequestContext) => MaybePromise<number | undefined>) | undefined;
  /** The index of a field's value in the rows of its resource. */
  columnOf(resource: string, field: string): number;
  /** The URL of a path of this service: absolute if the base URL is known. */
  address(path: string): string;
  /** The handler and the hooks of this operation. */
  readonly handled?: OperationCode;
  readonly passwords?: Passwords;
  /** Of a replace with a response `when new`, what creates the record. */
  readonly creation?: OperationContext;
  /** Converts what clients of an older version send; absent in the version that the document states. */
  readonly transform?: VersionTransform;
}

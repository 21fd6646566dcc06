import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { Compiled, CompiledOperation, CompiledResource } from './compiled.ts';
import type { CredentialService, Verifier } from './credentials.ts';
import type { OperationCode, Passwords } from './handlers.ts';
import type { Limiting } from './limiting.ts';
import type { Platform } from './platform.ts';
import type { MaybePromise, RecordValue, Row } from './record.ts';
import type { RequestContext } from './request-context.ts';
import type { RequiredRecord, Store } from './store.ts';
import type { EventStreams } from './streams.ts';
import type { TokenSigner } from './tokens.ts';
import type { VersionTransform } from './versions.ts';

/** Limits of the server, whatever the document states: bytes, records, milliseconds. */
export interface ServerLimits {
  readonly bodyBytes: number;
  readonly pageSize: number;
  readonly milliseconds: number;
}

/** What a text of JSON holds, or why it holds nothing. */
export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Looks a record up. */
export interface Visible {
  (ctx: RequestContext, value: unknown): MaybePromise<Row | undefined>;
  /** What it asks; undefined where nothing can be found. */
  needed(ctx: RequestContext, value: unknown): RequiredRecord | undefined;
}

/** Dependencies of the step factories of one operation. Created once per operation when the service opens. */
export interface OperationContext {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Store;
  readonly platform: Platform;
  readonly ceilings: ServerLimits;
  readonly keys: CredentialService;
  /** By scheme, those that are closed left out. */
  readonly verifiers: readonly Verifier[];
  /** Which addresses subscriptions may name. */
  readonly targets: { wrong(url: string): string | undefined };
  /** Counts requests, for limits. */
  readonly limiting: Limiting;
  readonly operation: OperationPlan;
  readonly code: CompiledOperation;
  /** The operation's own resource, where it has one. */
  readonly resource: CompiledResource | undefined;
  parse(text: string): Parsed;
  /** Whether two values of records are the same. */
  equal(left: unknown, right: unknown): boolean;
  /**
   * Looks a record of a resource up by one field, as the caller may see it: it exists, is not gone, and passes the row rule
   * of `read X` (where no scope row of the caller lists that, of any that lists an operation of X).
   */
  visible(resource: string, field: string): Visible;
  /** Loads the records one ref away that the operation's expressions read, as they hang on this record. */
  loadRefs(ctx: RequestContext, record: RecordValue): MaybePromise<void>;
  /** Loads the records that the operation's answers embed, where the caller may read them; undefined where they embed none. */
  readonly embed: ((ctx: RequestContext) => MaybePromise<void>) | undefined;
  /** Whether a timed transition is to be tried on a row of a resource; undefined where the service has none. */
  readonly due: ((resource: string, row: Row, now: number) => boolean) | undefined;
  /** Where a field's value stands in the rows of its resource. */
  columnOf(resource: string, field: string): number;
  /** The address of a path of this service: absolute where a base address is known. */
  address(path: string): string;
  /** What sends events along streams. */
  readonly streams: EventStreams;
  /** The base address where one is known, else empty. */
  readonly base: string;
  /** Signs tokens, where the service gives signed ones. */
  readonly signer?: TokenSigner | undefined;
  /** The code in TypeScript that this operation has. */
  readonly handled?: OperationCode;
  readonly passwords?: Passwords;
  /** How what callers of an older version send is turned; left out: the version is the one that the document states. */
  readonly transform?: VersionTransform;
}

import type { Bits } from '../plan/bitset.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { ResponseStream } from './answer-stream.ts';
import type { Caller } from './caller.ts';
import type { Client } from './credentials.ts';
import type { LimitStatus } from './limit-status.ts';
import type { Draft, FieldError, RecordValue, Row, SentBody } from './record.ts';
import type { Transaction } from './store.ts';
import type { IdempotencyScope } from './stored-responses.ts';

/** What came over the wire. */
export interface Incoming {
  readonly method: string;
  /** The path, undecoded, without the query. */
  readonly path: string;
  /** Behind the question mark, undecoded, or empty. */
  readonly query: string;
  /** A header's value by its lower-case name; several of one name joined as HTTP says, or undefined. */
  header(name: string): string | undefined;
  /** How often a header of this lower-case name was sent. */
  headerCount(name: string): number;
  /** Whether a header was sent whose lower-case name begins so. */
  headerStartsWith(beginning: string): boolean;
  /** The peer's address. */
  readonly peer: string;
  /**
   * Reads the whole body, at most so many bytes. Answers at once when it is there or when there is none.
   * `too large`: more was or will be sent; `cut off`: the peer went away; `not text`: no UTF-8.
   */
  body(limit: number): string | 'none' | BodyFailure | Promise<string | 'none' | BodyFailure>;
  readonly hasBody: boolean;
}

/** Why a body could not be read. */
export interface BodyFailure {
  readonly failure: 'too large' | 'cut off' | 'not text' | 'timed out';
}

/** Mutable state of one request, passed to every step. Steps only add to it; they never clear a field. */
export interface RequestContext {
  readonly incoming: Incoming;
  readonly operation: OperationPlan;
  /** Decoded values of the path's placeholders, in order. */
  readonly pathValues: readonly string[];
  readonly traceId: string;
  /** Milliseconds; the moment at which the transaction began. */
  now: number;
  caller: Caller | undefined;
  /** The credential that the caller sent, and what checked it. */
  presented?: { readonly text: string; readonly verifier: { readonly scheme: string } } | undefined;
  /** Which grants of the operation apply to the caller: bit i is grant i. */
  grants: Bits;
  /** The body's text, then its value. */
  text: string | undefined;
  body: unknown;
  /** Parameters by name, converted. */
  parameters: Record<string, unknown>;
  /** The parameters that mean `input`, by the names that expressions have for them. */
  inputParameters: Readonly<Record<string, unknown>>;
  /** What expressions and code call `input`: the members of the body as they were checked, and `inputParameters`. */
  input: Record<string, unknown>;
  /** What was sent of the record, by the names of its fields; of a merge patch null is null. Parameters are never in it. */
  fields: Record<string, unknown>;
  /** Each of `fields` is a whole new value: nothing is merged into it, and nothing that is left out is filled in. */
  whole?: true | undefined;
  /** The defaults that an older version gives to fields of a record that is created, where the object around them was left out. */
  defaults?: Readonly<Record<string, unknown>> | undefined;
  /** What a caller of an older version sent of a record that is changed, by the names of its version. */
  older?: SentBody | undefined;
  transaction: Transaction | undefined;
  /** The loaded row, and the record before and after. */
  row: Row | undefined;
  before: RecordValue | undefined;
  after: Draft | undefined;
  /** Those of whole `fields` that were sent as something else than the caller is shown. */
  otherwise?: ReadonlySet<string>;
  /** The rows of a list, and the values after which it goes on. */
  rows: readonly Row[];
  next: readonly unknown[] | undefined;
  /** The values before which a page stands, where one is known to. */
  previous?: readonly unknown[] | undefined;
  /** More records follow in the direction of reading. */
  more?: boolean;
  total: number | undefined;
  /** What an answer of `list events` tells of its page, in its body and its headers. */
  listed?: {
    readonly roles: {
      readonly nextCursor: string | null;
      readonly previousCursor: null;
      readonly totalCount: null;
      readonly hasMore: boolean;
    };
    readonly headers: readonly string[];
  };
  /** Records one ref away, by resource and identity: as expressions read them (`readKey`), and as answers embed them. */
  refs: Record<string, RecordValue | undefined>;
  /** The places of the Responses among which code chose by their status. */
  chosen?: readonly number[] | undefined;
  response: HttpResponse | undefined;
  /** Field problems that are answered together; the last step that may add some turns the request down. */
  fieldErrors?: FieldError[] | undefined;
  /** The moments at which the state fields were entered, in their order, as they will be written. */
  since?: (number | null)[] | undefined;
  /** A delete that its row turns into a move to a `gone` state: the record is kept. */
  softDeleted?: boolean;
  /** What a deletion did to the records that referred to what it deleted, in its order, where the document states events. */
  cascaded?: CascadedWrite[] | undefined;
  /** The values of nested paths' parents by `ref` field, found by other fields than their identity too. */
  parents?: Record<string, unknown> | undefined;
  /** The page of a list that is asked for. */
  page?: PageRequest | undefined;
  /** What the hook before the transaction has prepared for the handler. */
  prepared?: unknown;
  /** Code does it as the service itself: what it says of the caller's own fields stands. */
  readonly asService?: boolean;
  /** The moment by which expressions have to have ended, as `performance.now()` tells. */
  readonly until?: number | undefined;
  /** Ends when the request's time is over. */
  readonly signal?: AbortSignal;
  /**
   * The request's idempotency key: its scope, and digests of the request and of the caller's attributes. `claimed`: the request
   * reserved it before its transaction.
   */
  key?:
    | {
        readonly scope: IdempotencyScope;
        readonly request: string;
        readonly attributes: string;
        claimed?: boolean;
      }
    | undefined;
  /** What the body is, where its media type says that it is no plain JSON. */
  bodyKind?: 'json patch' | 'form' | undefined;
  /** How the limits stand that have counted the request, where callers are told. */
  limitStatuses?: LimitStatus[] | undefined;
  /** What gives back the places that the request holds; `let go`: its answer is given, and nothing is held any more. */
  held?: (() => void)[] | 'let go' | undefined;
  /** Ends the answer where it goes on for long, a stream; whether it did. */
  end?: (() => boolean) | undefined;
  /** Where a stream begins: behind the event of this number, and the newest there is. */
  streamed?: { readonly from: number; readonly newest: number } | undefined;
  /** Who asks for a token, or ends one. */
  tokenRequest?: TokenRequest | undefined;
  /** The version that the request is in, if the document has versions. */
  version: RequestVersion | undefined;
  /** The answer's media type, where there is a choice. */
  mediaType?: string | undefined;
}

/** The version of the document that a request is in. */
export interface RequestVersion {
  readonly name: string;
  /** Why the version that the request names is not served; `name` is the newest one then. */
  readonly refusal?: VersionRefusal;
}

/** Refuses a request for the version that it names, or does not name. */
export interface VersionRefusal {
  readonly condition: string;
  readonly line: number;
  readonly fields: readonly FieldError[];
}

/** The client of a token request, the scheme that it is of, and the parameters of its form. */
export interface TokenRequest {
  readonly client: Client;
  readonly scheme: string;
  readonly form: ReadonlyMap<string, string>;
}

/**
 * A record that was deleted or cleared because one that it referred to was deleted. Of an erased one both rows are the last, of
 * one that is kept as gone `row` is the next.
 */
export interface CascadedWrite {
  readonly resource: string;
  readonly kind: 'delete' | 'update';
  readonly row: Row;
  readonly was: Row;
}

/** The page of a list that is asked for, and what its cursors are bound to. */
export interface PageRequest {
  readonly limit: number;
  /** The index of the order: 0 the operation's own, then those of `sort`. */
  readonly order: number;
  /** Which conditions take part, as bits. */
  readonly filters: Bits;
  readonly values: readonly unknown[];
  readonly after: readonly unknown[] | undefined;
  readonly total: boolean;
  /** The page ends before the values of `after`. */
  readonly backward?: boolean;
  /** So many records stand before it. */
  readonly skip?: number;
  /** The record beside which it stands, and the parameter that names it. */
  readonly beside?: { readonly id: unknown; readonly parameter: string };
}

/** What is sent back. */
export interface HttpResponse {
  readonly status: number;
  /** Name, value, name, value, …; without Content-Length and Date. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** What is sent instead of a body, as it comes. */
  readonly stream?: ResponseStream;
  /** To be called once when it has been sent, or cannot be. */
  readonly sent?: () => void;
}

import type { Question } from '../expression/tree.ts';
import type { StoredFile } from '../plan/files/stored-file.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { TransitionPlan } from '../plan/resource.ts';
import type { Bits } from '../plan/sets/bitset.ts';
import type { ResponseStream } from './answer-stream.ts';
import type { Caller } from './caller.ts';
import type { FileFailure, FilePart } from './files.ts';
import type { Incoming } from './incoming.ts';
import type { LimitStatus } from './limits/limit-status.ts';
import type { Draft, FieldError, RecordValue, Row, SentBody } from './record.ts';
import type { FigureResult, Group, Transaction } from './store.ts';
import type { IdempotencyScope } from './stored-responses.ts';
import type { TraceContext } from './trace.ts';

export type { BodyFailure, Incoming } from './incoming.ts';

/**
 * Mutable state of one request, passed to every step. Steps only add to it; they never clear a field. Each member is initialized
 * when the request begins, so that all contexts have one shape.
 */
export interface RequestContext {
  readonly incoming: Incoming;
  readonly operation: OperationPlan;
  /** Decoded values of the path's placeholders, in order. */
  readonly pathValues: readonly string[];
  readonly trace: TraceContext;
  readonly traceId: string;
  /** The `traceparent` that continues the trace (W3C Trace Context); undefined if neither the client nor the service has a span. */
  readonly traceparent: string | undefined;
  /** The version that the request is in, if the document has versions. */
  version: RequestVersion | undefined;
  /** Milliseconds since 1970; the time at which the transaction began. */
  now: number;
  /** The time by which expressions must have ended, on the clock of `performance.now()`. */
  readonly until: number | undefined;
  /** Aborted when the request's time is over. */
  readonly signal: AbortSignal;
  /** Throws a `StoreTimeoutError` if the request's time is over, also by the clock: no timer fires while a synchronous store keeps the process busy. */
  requireTime(): void;
  /** The number of effects on other records that the transaction has done; counted at the root. */
  effects: number;

  caller: Caller | undefined;
  /** The credential that the client sent, and what checked it. */
  presented: { readonly text: string; readonly verifier: { readonly scheme: string } } | undefined;
  /** The credential that the request issued last. */
  issued: IssuedCredential | undefined;
  /** The request ended a session whose refresh token was used before: it is refused, and the end stays. */
  endsStolen: boolean;
  /** The entity tag of the content to which the signed link of the request leads; it needs no credential. */
  linked: string | undefined;
  /** The grants of the operation that apply to the caller: bit i is grant i. */
  grants: Bits;
  /** A handler runs the operation with the service's own rights: fields assigned from the caller may have other values. */
  readonly asService: boolean;
  /** The request whose code runs this operation; the request itself if it came from a client. */
  readonly root: RequestContext;

  /** The milliseconds in which the files of the request arrived, which its timeouts do not count. */
  received: number;
  /** The start of their arrival by `performance.now()`, while they arrive. */
  receiving: number | undefined;

  /** The body's text, then its value. */
  text: string | undefined;
  body: unknown;
  /** The upload in several requests that the operation runs for, in the place of a body. */
  upload: RequestUpload | undefined;
  /** The format of the body if it is not plain JSON, by its media type. */
  bodyKind: 'json patch' | 'form' | undefined;
  /** Parameters by name, converted. */
  parameters: Record<string, unknown>;
  /** The parameters that mean `input`, by the names that expressions have for them. */
  inputParameters: Readonly<Record<string, unknown>>;
  /** `input` in expressions and handlers: the validated fields of the body, and `inputParameters`. */
  input: Record<string, unknown>;
  /** The fields of the record that were sent, by name; null in a merge patch stays null. Parameters are never in it. */
  fields: Record<string, unknown>;
  /**
   * Present if each of `fields` is a whole new value: nothing is merged into it, and nothing that is left out is filled in. Names
   * the fields that were sent as something else than the caller is shown.
   */
  whole: ReadonlySet<string> | undefined;
  /** The part of an older version's body that is converted later than the rest. */
  older: OlderBody | undefined;
  /** Of a new record: the fields that were validated as the record has them. Their values need no other validation. */
  validated: Readonly<Record<string, unknown>> | undefined;
  /** Field errors that are answered together; the last step that may add some refuses the request. */
  fieldErrors: FieldError[] | undefined;

  transaction: Transaction | undefined;
  /** The request's idempotency key. */
  key: IdempotencyKey | undefined;
  /** The loaded row, and the record before and after. */
  row: Row | undefined;
  before: RecordValue | undefined;
  after: Draft | undefined;
  /** The times at which the state fields were entered, in their order, as they will be written. */
  since: (number | null)[] | undefined;
  /** Records that references lead to, by resource and identity: as expressions read them (`readKey`), and as responses embed them. */
  refs: Record<string, RecordValue | undefined>;
  /** The identities of the records in `refs` that refer to a record, in the order in which a response shows them (`toChildrenKey`). */
  children: Record<string, unknown[] | undefined>;
  /** The questions of the expressions that are being evaluated; undefined where none can be asked. */
  asked: AskedQuestions | undefined;
  /** The values of nested paths' parents by `ref` field, if the path names them by other fields than their identity. */
  parents: Record<string, unknown> | undefined;
  /** The constraints by which a create has looked for an existing record and found none. */
  absent: readonly number[] | undefined;
  /** The replace has found no record and creates it. */
  creates: boolean;
  /** The deleted record stays, in a `gone` state. */
  softDeleted: boolean;
  /** No field has changed: the record is not written, but effects of its rows on other records are due. */
  unwritten: boolean;
  /** The rows that were taken whose effects on other records are due. */
  taken: TransitionPlan[] | undefined;
  /** The records of the operation's resource that its handler wrote with the caller's rights, by the text of their identity. */
  written: Map<string, WrittenRecord> | undefined;
  /** The writes to records that referred to a deleted record, in order, if the document has events. */
  cascaded: CascadedWrite[] | undefined;

  /** The requested page of a list, the rows on it, and the pages next to it. */
  page: PageRequest | undefined;
  rows: readonly Row[];
  listed: ListedPage | undefined;

  /** The result of the `before` hook, for the handler. */
  prepared: unknown;
  /** The indexes of the Responses with the status that the handler chose. */
  chosen: readonly number[] | undefined;
  /** The response's media type, if the operation has several. */
  mediaType: string | undefined;
  response: HttpResponse | undefined;

  /** The status of each limit that counted the request, if clients get rate-limit headers. */
  limitStatuses: LimitStatus[] | undefined;
  /** Release the slots of the request; `let go`: the response is given, and the request holds no slot any more. */
  held: (() => void)[] | 'let go' | undefined;
  /** Ends the response if it is a stream; returns whether it did. */
  end: (() => boolean) | undefined;
}

/** An upload in several requests, as its operation receives it. */
export interface RequestUpload {
  readonly id: string;
  /** The other fields of the request, by name. */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** Milliseconds since 1970: until then the response is stored. */
  readonly expiresAt: number;
  /** Returns the file as the part of the Request that it is. */
  receive(part: FilePart): Promise<StoredFile | FileFailure>;
}

/** The questions of one evaluation, with and without an answer. */
export interface AskedQuestions {
  /** The answers, by question and the text of the values given with it; undefined where there is no value. */
  readonly answers: Map<Question, Map<string, unknown>>;
  /** The values given with the questions that have no answer yet, by the same text. */
  readonly open: Map<Question, Map<string, readonly unknown[]>>;
  /** The answer that is given meanwhile: an evaluation with a guess counts for nothing. */
  guess: boolean;
}

/** A credential that a request issued, of which only its response shows the text. */
export interface IssuedCredential {
  readonly text: string;
  readonly scheme: string;
  /** Milliseconds since 1970; undefined if it has no end. */
  readonly expiresAt: number | undefined;
  /** The refresh token of its session. */
  readonly refresh?: string | undefined;
}

/** The fields and other members that a change sets, or the defaults of fields of a new record whose enclosing object was left out. */
export type OlderBody =
  | { readonly sent: SentBody; readonly defaults?: never }
  | { readonly defaults: Readonly<Record<string, unknown>>; readonly sent?: never };

/** The idempotency key of a request: its scope, and digests of the request and of the caller's attributes. */
export interface IdempotencyKey {
  readonly scope: IdempotencyScope;
  readonly request: string;
  readonly attributes: string;
  /** The reservation of the key before its transaction, and the milliseconds that one lasts at most. */
  claim?: { readonly id: string; readonly lease: number };
}

/** The pages next to a page of a list. */
export interface ListedPage {
  /** The values after which the next page starts, and before which the previous one ends; undefined if there is none. */
  readonly next: readonly unknown[] | undefined;
  readonly previous: readonly unknown[] | undefined;
  /** More records follow in the direction of reading. */
  readonly more: boolean;
  /** The number of records in the list, if it is counted. */
  readonly total: number | undefined;
  /** The figures that the responses show, by `toFigureKey`; absent if they show none. */
  readonly figures?: Figures;
}

/** The results of figures by their keys. */
export type Figures = Readonly<Record<string, FigureResult | readonly NamedGroup[]>>;

/** The values of a group by what they are: `month of paid_at`. */
export type NamedGroup = Readonly<Record<string, Group[number]>>;

/** The version of the document that a request is in. */
export interface RequestVersion {
  readonly name: string;
  /** Why the version that the request names is not served; `name` is the newest one then. */
  readonly refusal?: VersionRefusal;
}

/** Refuses a request for the version that it names, or does not name. */
export interface VersionRefusal {
  readonly condition: string;
  /** The request names no version, and none is meant then. */
  readonly unnamed?: true;
  readonly line: number;
  readonly fields: readonly FieldError[];
}

/** A record that a handler wrote, as it was before the first write; a new one has no `before`. */
export interface WrittenRecord {
  readonly identity: unknown;
  readonly before: RecordValue | undefined;
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
  /** The binding of this page's cursors; undefined if the list has no cursors. */
  readonly boundTo?: string;
  /** The page ends before the values of `after`. */
  readonly backward?: boolean;
  /** The number of records before the page. */
  readonly skip?: number;
  /** The record next to the page, and the parameter that names it; `values`: those of a cursor at that record, with digests of long ones. */
  readonly beside?: {
    readonly id: unknown;
    readonly parameter: string;
    readonly values?: readonly unknown[];
    readonly line?: number;
  };
}

/** A response of the service. */
export interface HttpResponse {
  readonly status: number;
  /** Name, value, name, value, …; without Content-Length and Date. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** A compressed body, sent instead of `body`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** A streamed body, sent instead of `body`. */
  readonly stream?: ResponseStream;
  /** To be called once when it has been sent, or cannot be. */
  readonly sent?: () => void;
  /** Why the request was refused: the condition, its code (absent without a row of Errors), and the line of the document. */
  readonly refused?: {
    readonly condition: string;
    readonly code: string | undefined;
    readonly line: number | undefined;
  };
}

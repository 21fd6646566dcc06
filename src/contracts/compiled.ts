import type { Expression } from '../expression/tree.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResourcePlan, TransitionPlan } from '../plan/resource.ts';
import type { Json } from '../plan/schema.ts';
import type { LazyList } from '../plan/sets/lazy-list.ts';
import type { LinkSigning } from './links.ts';
import type { Draft, FieldError, RecordValue, Row } from './record.ts';
import type { Figures, RequestContext } from './request-context.ts';
import type { CompiledEvents } from './shown-events.ts';

/** The code made for one resource. */
export interface CompiledResource {
  readonly plan: ResourcePlan;
  toRecord(row: Row): RecordValue;
  /** `since` holds the entry moments (milliseconds) in order; `version` the one to be written. */
  toRow(record: RecordValue, version: number, since: readonly (number | null)[]): Row;
  /** Begins a new record with the fields that were sent. Each stored field is a member of it, undefined if it was not sent. */
  toDraft(fields: Readonly<Record<string, unknown>>): Draft;
  /** Gives objects of a record, in place, the members that they lack: defaults, and null. Left out if no member has either. */
  readonly complete?: ((record: Draft) => void) | undefined;
  /** Completes the record and computes the stored computed fields, in place. A failing one adds a field error. */
  compute(record: Draft, fieldErrors: FieldError[]): void;
  /**
   * Full validation of a record: types, formats, constraints, presence. Adds what is wrong. A string, number or boolean that is the same
   * in the stored record `before` was validated when it was stored; a value that is the same in `validated` needs no validation.
   */
  validate(
    record: RecordValue,
    fieldErrors: FieldError[],
    before?: RecordValue,
    validated?: Readonly<Record<string, unknown>>,
  ): void;
  /** Checks the value of a field that code may give: adds what is wrong. By field. */
  readonly byCode: ReadonlyMap<string, (value: unknown, fieldErrors: FieldError[]) => unknown>;
  /** Whether two records hold the same in every field. */
  same(left: RecordValue, right: RecordValue): boolean;
  /** Whether a unique constraint counts a record: its `where` holds, if it has one; `uniques[i]` is that of the plan. */
  readonly uniques: readonly ((record: RecordValue) => boolean)[];
  /** Whether a rule holds; `rules[i]` is that of the plan. False also when it fails. */
  readonly rules: readonly ((after: RecordValue, before: RecordValue | undefined, ctx: RequestContext) => boolean)[];
  /** By machine, by transition row. */
  readonly machines: readonly { readonly rows: readonly CompiledRow[] }[];
  /** By the rules of operations in the plan. */
  readonly operationRules: ReadonlyMap<TransitionPlan, CompiledRow>;
}

/** The code of a row of a transition table, or of a rule of an operation. */
export interface CompiledRow {
  /** True when there is no guard; false when it fails. */
  guard(ctx: RequestContext, record: RecordValue): boolean;
  /**
   * Computes all right-hand sides on `record`, then sets them in `into`. `next` takes sequence numbers from the store. Adds a field
   * error for each that fails.
   */
  effect(
    ctx: RequestContext,
    record: RecordValue,
    into: Draft,
    next: (field: string, within: readonly unknown[]) => number | Promise<number>,
    fieldErrors: FieldError[],
  ): void | Promise<void>;
  /** The effects on other records, as the plan lists them. */
  readonly others: readonly CompiledOther[];
}

/** The code of an effect on other records. */
export interface CompiledOther {
  /** The identity of the record. */
  readonly target?: OtherValue;
  /** The values that are set, those given with the question of `each`, or the list of `items` and the condition of an item. */
  readonly values: readonly OtherValue[];
  readonly each?: {
    readonly variable: string;
    readonly resource: string;
    /** The condition of the records, which reads `values[i]` as the member i of `value`. */
    readonly where: Expression;
    /** The expressions of `values`. */
    readonly asked: readonly Expression[];
    /** Returns which of the results of `values` the condition fails without; undefined if it has all that it needs. */
    findMissing(given: readonly ReturnType<OtherValue>[]): number | undefined;
    readonly effect: CompiledOther;
  };
  readonly items?: { readonly variable: string; readonly effect: CompiledOther };
}

/** A value of an effect on other records, whose variables are records and items of lists: undefined where it fails, empty where it reads something absent. */
export type OtherValue = (
  ctx: RequestContext,
  record: RecordValue,
  variables: Readonly<Record<string, unknown>>,
) => { readonly value?: unknown } | undefined;

/** Checks a body and returns its members; what it holds of the record is put into `fields`. */
export type CheckBody = (
  body: unknown,
  fieldErrors: FieldError[],
  fields: Record<string, unknown>,
) => Record<string, unknown>;

/** The row rule of a grant, as a test of one record. */
export type RowRule = (record: RecordValue, ctx: RequestContext) => boolean;

/** Returns the JSON of a field of a record as the caller sees it; undefined if it has none. */
export type PresentField = (ctx: RequestContext, record: RecordValue) => string | undefined;

/** The code made for one operation. */
export interface CompiledOperation {
  readonly plan: OperationPlan;
  /** Of a replace with a response `when new`, the create. */
  readonly creation?: CompiledOperation;
  /** The computed fields of the responses that a Request takes only with their present value. */
  readonly presentFields?: ReadonlyMap<string, PresentField>;
  /**
   * Checks a parsed body against the operation's Request and returns its members, as `input` has them. Puts what was sent of the
   * record into `fields`, by their names (a merge patch stays one: null is null). Adds what is wrong.
   */
  readonly input?: CheckBody;
  /** Checks a record as a JSON Patch leaves it, by the members of the operation's Request; for an update that takes such patches. */
  readonly document?: CheckBody;
  /** By parameter: converts and checks the text of one parameter (already percent-decoded). */
  readonly parameters: readonly ((text: string, fieldErrors: FieldError[]) => unknown)[];
  /** By path placeholder: the value of the column that it names, or undefined when no record can have it. */
  readonly path: readonly ((text: string) => unknown)[];
  /** Whether the row rule of grant i holds on a record. */
  readonly grants: readonly RowRule[];
  /** Whether what the row rule of grant i demands of the caller alone is met; for an operation whose path names no record. */
  readonly callers: readonly RowRule[];
  /** By response. */
  readonly responses: readonly {
    readonly status: number;
    when(ctx: RequestContext): boolean;
    /** Throws where code returned a value of another type, format or range than the Response shows. */
    readonly check?: (ctx: RequestContext) => void;
    /** The body's text. For lists `ctx.rows`; else the record after (or before, where there is none after). */
    readonly body?: (ctx: RequestContext, roles: BuiltInValues) => string;
    /** From a stored row straight to text, where the shape needs nothing but the row. */
    readonly fromRow?: (row: Row) => string;
    headers(ctx: RequestContext, builtIn: BuiltInValues): readonly string[];
  }[];
}

/** The roles of an answer that are not in the record. */
export interface BuiltInValues {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly totalCount: number | null;
  readonly hasMore: boolean;
  /** Of a list whose responses show some. */
  readonly figures?: Figures;
  /** Of a list of records; `number` where pages are numbered, `count` where the total is counted. */
  readonly page?: { readonly number: number | null; readonly size: number; readonly count: number | null };
}

/** The result of routing a path. `allowed` lists the methods of the path if the method of the request is not one of them. */
export type Match =
  | { readonly operation: number; readonly values: readonly string[] }
  | { readonly allowed: readonly string[] }
  | undefined;

/** All code made from a plan. */
export interface Compiled {
  readonly plan: Plan;
  /** Signs the links that the code shows. */
  readonly links: LinkSigning;
  /** By name; each is compiled when it is first asked for. */
  readonly resources: Pick<ReadonlyMap<string, CompiledResource>, 'get'>;
  /** In the order of `plan.operations`; each is compiled when it is first read. */
  readonly operations: LazyList<CompiledOperation>;
  readonly events: CompiledEvents;
  /** Finds an operation; the path is undecoded, with the base prefix, without the query. */
  route(method: string, path: string): Match;
  /** Encrypts a string that may contain secrets of records; absent if there are none, or if they are stored in plain text. */
  readonly encryptSecret?: (plain: string) => string;
  /** A secret out of how its column holds it. */
  decryptSecret(kept: string): string;
  /** The text of a refusal's body. */
  errorBody(facts: ErrorFacts): { readonly type: string; readonly text: string };
}

/** The values that an error body can show. */
export interface ErrorFacts {
  readonly status: number;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly own?: Readonly<Record<string, Json>> | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  /** The operation whose body contains the fields, if one was found. */
  readonly operation?: string | undefined;
  readonly traceId: string;
  /** The base address, where one is known. */
  readonly base: string;
}

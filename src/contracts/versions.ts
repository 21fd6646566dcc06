import type { OperationPlan } from '../plan/operation.ts';
import type { CodePlan, Plan } from '../plan/plan.ts';
import type { LazyList } from '../plan/sets/lazy-list.ts';
import type { VersionPlan } from '../plan/version.ts';
import type { CheckBody, Compiled, CompiledOperation } from './compiled.ts';
import type { FieldError, RecordValue, SentBody } from './record.ts';
import type { CompiledEvents } from './shown-events.ts';

/** Where something is in a body or record of an older version: the place itself, or what is around it. */
export interface OlderPlace {
  /** A JSON Pointer. */
  readonly pointer: string;
  /** The names after the pointer that the version does not have, outer ones first; absent: it names the place itself. */
  readonly lost?: readonly string[];
}

/** The record that a caller of an older version changes. */
export interface OlderChange {
  /** The present record, then how each version below shows it, down to the caller's. */
  readonly views: readonly RecordValue[];
  /** The fields that the caller changes; fields that are not sent are removed. */
  readonly changed: readonly string[];
  /** The objects inside of what is sent that a JSON Patch did not move, each with the object of the last view that it was. */
  readonly origins?: WeakMap<object, object>;
  /** The objects and lists inside of the last view and of what is sent that have hidden parts, each without them. */
  readonly visible?: WeakMap<object, object>;
}

/** Converts what clients of an older version send to one operation into what clients of the present one send. */
export interface VersionTransform {
  /** The operation as its callers see it. */
  readonly older: OperationPlan;
  /** Bodies are read by the objects of this plan. */
  readonly shown: Plan;
  /** Checks a body as that version does. */
  readonly check?: CheckBody;
  /** Checks a record as a JSON Patch leaves it. */
  readonly document?: CheckBody;
  /** Gives the objects of a record of that version the members that they lack, by the defaults of that version. */
  readonly complete?: ((record: Record<string, unknown>) => void) | undefined;
  /** Returns the present record, and how each version down to that one shows it. Values that cannot be computed are absent. */
  views(record: RecordValue): readonly RecordValue[];
  /**
   * Upgrades what was sent. `change` is what a patch or a replace changes, else undefined; `whole`: fields that are left out get the
   * value stated for them. Inside the fields that are sent, parts that are as they were shown stay as they are in the present
   * record. Field errors have the older names.
   */
  up(sent: SentBody, change: OlderChange | undefined, whole: boolean, fieldErrors: FieldError[]): SentBody;
  /** The present fields that an older field becomes. */
  touched(field: string): readonly string[];
  /** Checks a present body of which fields were converted. */
  readonly present?: CheckBody;
  /** The present names of parameters that are handed on as input. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** The code of one operation of an older version. */
export interface CompiledVersionOperation extends CompiledOperation {
  readonly present: OperationPlan;
  readonly creation?: CompiledVersionOperation;
  readonly transform: VersionTransform;
}

/** The part of a row of Errors that a response shows. */
export type AnsweredCode = Pick<CodePlan, 'code' | 'status' | 'message' | 'own'>;

/** The code of an older version. */
export interface CompiledVersion extends Pick<Compiled, 'route' | 'errorBody'> {
  readonly version: VersionPlan;
  /** The plan that its steps are created from. */
  readonly plan: Plan;
  /** By name, the present operations that run those of this version. */
  readonly presents: ReadonlyMap<string, OperationPlan>;
  /** In the order of `plan.operations`; each is compiled when it is first read. */
  readonly operations: LazyList<CompiledVersionOperation>;
  /** Events as that version shows them. */
  readonly events: CompiledEvents;
  /** The row by which its callers are answered instead of a present one. */
  codeFor(code: AnsweredCode): AnsweredCode;
  /** The name of a field of a resource, and of a value of it, as its callers know them; undefined: they do not. */
  value(holder: string, field: string, value: string): { readonly field: string; readonly value: string } | undefined;
  /** A record as its callers see it. */
  record(resource: string, record: RecordValue): RecordValue;
  /** A pointer into a present body or record of an operation, as its clients name it. */
  pointer(operation: Pick<OperationPlan, 'name' | 'resource'>, pointer: string): OlderPlace;
  /** The values by which its clients send some present values at such a pointer. */
  values(
    operation: Pick<OperationPlan, 'name' | 'resource'>,
    pointer: string,
    values: readonly string[],
  ): readonly string[];
}

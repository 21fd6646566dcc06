import type { ErrorsPlan, EventPlan, LimitPlan, VersionRowPlan } from './errors-events-limits.ts';
import type { OperationKind } from './kinds.ts';
import type { OmitEach, OperationPlan } from './operation.ts';
import type { FieldPlan, ObjectPlan, UnionPlan } from './resource.ts';
import type { VersionTransformPlan } from './version/transform.ts';

/**
 * A field as an older version shows it. It says nothing of how the value is stored: records are kept in the present form.
 * A `computed` field is never sent; its expression is that of the present plan.
 */
export type VersionFieldPlan = Omit<FieldPlan, 'column' | 'storage' | 'computed' | 'assigned' | 'onDelete'> & {
  readonly computed?: true;
  /** `sometimes`: a value that the service gives only if there is one. */
  readonly assigned?: true | 'sometimes';
};

/** A resource as an older version shows it: its fields alone. Machines, rules and uniques are the present plan's. */
export interface VersionResourcePlan {
  readonly name: string;
  readonly identity: string;
  readonly fields: readonly VersionFieldPlan[];
}

/**
 * An operation as a previous version has it. The operation of the present plan with the same name runs it: its access, steps, idempotency,
 * preconditions, guards and effects. The responses correspond one to one to those of the present operation; `when`, headers and every `cel`
 * inside a shape are expressions over the present record and the present `input`, while `field`, `picked` and `embedded` read the record as
 * this version shows it. The expression of a parameter's `where` and the fields of an order have their present names too; `filter`, `sort`
 * and `expand` name the fields of this version.
 */
export type VersionOperationPlan<Kinds extends OperationKind = OperationKind> = OmitEach<
  OperationPlan<Kinds>,
  'access' | 'steps' | 'unbounded' | 'refs' | 'existing'
>;

/** An event as a previous version sends it; `payload` reads the record as this version shows it. */
export type VersionEventPlan = Pick<EventPlan, 'name' | 'resource' | 'payload' | 'line'>;

/** The interface of one version, as clients see it: guards, effects, rules, row rules and the database use the present plan. */
export interface InterfacePlan {
  readonly resources: readonly VersionResourcePlan[];
  readonly objects: readonly ObjectPlan[];
  readonly unions: readonly UnionPlan[];
  readonly operations: readonly VersionOperationPlan[];
  readonly events: readonly VersionEventPlan[];
  readonly errors: ErrorsPlan;
  /** The limits that are counted, with the values that callers of this version keep. */
  readonly limits: readonly LimitPlan[];
}

/** A listed version below the top row, with all that turns requests up to the top row and answers down from it. */
export interface VersionPlan extends VersionRowPlan {
  readonly interface: InterfacePlan;
  /**
   * Version by version, the newest first: the first turns between the top row and the version below it, the last between
   * this version and the one above it. Answers pass through them in this order, requests in the opposite one.
   */
  readonly turns: readonly VersionTransformPlan[];
}

/** How stored records are turned between two listed versions: what Old requests of the rows of `newer` say of them. */
export type ConversionPlan = Pick<VersionTransformPlan, 'newer' | 'older' | 'holders'>;

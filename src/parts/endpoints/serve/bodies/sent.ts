import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Draft } from '../../../../contracts/record.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { collectSentFields, type SentField } from '../../../../plan/bodies/sent.ts';
import type { FieldPlan } from '../../../../plan/resource.ts';
import type { InputShape } from '../../../../plan/shape.ts';
import { createAsShown } from './as-shown.ts';

/** A field of the record that a Request takes, with its plan. */
export interface SentPlan extends SentField {
  readonly plan: FieldPlan;
}

/** Finds the fields that a Request takes of a record with these fields. */
export function findSentPlans(input: InputShape | undefined, fields: readonly FieldPlan[]): readonly SentPlan[] {
  return collectSentFields(input).flatMap((field): SentPlan[] => {
    const plan = fields.find(({ name }) => name === field.field);
    return plan === undefined ? [] : [{ ...field, plan }];
  });
}

/** Whether the present state of a record fixes a field. */
export function createFixedFieldCheck({
  resource,
}: Pick<OperationContext, 'resource'>): (before: Draft, name: string) => boolean {
  const states = resource!.plan.machines.flatMap(({ field, matrix }) => {
    if (field === undefined || matrix.length === 0) return [];
    return [{ field, cells: new Map(matrix.map((row) => [row.field, row.cells])) }];
  });
  if (states.length === 0) return () => false;
  return (before, name) => states.some(({ field, cells }) => cells.get(name)?.[before[field] as string] === 'fixed');
}

/** Creates the check whether a change sends a field as something else than the caller is shown. */
export function createSentOtherwiseCheck(
  op: Pick<OperationContext, 'plan' | 'operation'>,
): (ctx: RequestContext, field: FieldPlan) => boolean {
  const asShown = createAsShown(op.plan);
  const how = op.operation.kind === 'update' ? 'merged' : 'whole';
  return (ctx, field) => {
    const { fields, whole } = ctx;
    const { name } = field;
    if (!Object.hasOwn(fields, name)) return false;
    if (whole === undefined) return !asShown(field, fields[name], ctx.before![name], how);
    return whole.has(name) || !asShown(field, fields[name], ctx.before![name], 'again');
  };
}

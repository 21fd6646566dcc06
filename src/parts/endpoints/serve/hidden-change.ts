import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { createFixedFieldCheck } from './bodies/sent.ts';
import { changeableFields } from './change.ts';
import { createWriteMask } from './write-masking.ts';

/**
 * Creates the check whether a change sets a field, or a part of one, that is never shown. Such a change is written even if nothing
 * differs, so that no response tells what the value was.
 */
export function createHiddenChangeCheck(op: OperationContext): (ctx: RequestContext) => boolean {
  const hidden = createWriteMask(op.plan);
  const fields = [...changeableFields(op).values()];
  const fixed = createFixedFieldCheck(op);
  const replaces = op.operation.kind === 'replace';
  const sets = ({ name, schema }: FieldPlan, ctx: RequestContext): boolean => {
    if (replaces || ctx.whole !== undefined) return hidden.covers(schema);
    return hidden.sets(schema, ctx.fields[name]);
  };
  return (ctx) =>
    fields.some((field) => {
      if (!replaces && !Object.hasOwn(ctx.fields, field.name)) return false;
      return !fixed(ctx.before!, field.name) && (hidden.field(field) || sets(field, ctx));
    });
}

import type { OperationContext } from '../../contracts/operation-context.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { createSentPointerMapper } from '../../plan/bodies/sent.ts';
import { storesOne } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { listBindingRows } from '../../plan/records/binding-rows.ts';
import type { ResourcePlan } from '../../plan/resource.ts';

/** Whether an operation leaves a record that is stored: a deletion does where a row of `delete` may keep or change it. */
export function writesRecord(operation: OperationPlan, resource: ResourcePlan): boolean {
  if (operation.kind === 'delete') {
    const rows = listBindingRows(resource, operation).flatMap((bindingRows) => bindingRows.rows);
    return rows.some(({ to, effects }) => to.kind === 'state' || effects.length > 0);
  }
  return storesOne(operation);
}

/** Makes what tells all problems of the full validation together, a field as the member of the body that means it. */
export function createFieldErrorCollector({
  operation,
}: Pick<OperationContext, 'operation'>): (ctx: RequestContext) => Refusal | undefined {
  const asSent = createSentErrorMapper(operation);
  return (ctx) => {
    const refusal = refuseFieldErrors(ctx);
    return refusal && { ...refusal, fields: asSent(refusal.fields!) };
  };
}

/** Makes what names the places of a record's problems as the members of the body that mean its fields. */
export function createSentErrorMapper({
  input,
}: Pick<OperationPlan, 'input'>): (fieldErrors: readonly FieldError[]) => readonly FieldError[] {
  const moved = createSentPointerMapper(input);
  return (fieldErrors) =>
    fieldErrors.map((fieldError) =>
      fieldError.pointer === undefined ? fieldError : { ...fieldError, pointer: moved(fieldError.pointer) },
    );
}

function refuseFieldErrors(ctx: RequestContext): Refusal | undefined {
  const { fieldErrors } = ctx;
  if (fieldErrors === undefined || fieldErrors.length === 0) return undefined;
  const line = fieldErrors.find((fieldError) => fieldError.line !== undefined)?.line;
  return { condition: 'invalid input', fields: fieldErrors, ...(line === undefined ? {} : { line }) };
}

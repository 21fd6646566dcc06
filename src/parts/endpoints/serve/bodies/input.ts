import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import { collectSentFields } from '../../../../plan/bodies/sent.ts';
import { equal } from '../../../../plan/equal.ts';
import { formatPointer } from '../../../../plan/fields/json-pointer.ts';
import { createEmptyFields } from '../change.ts';
import { createInvalidInput } from './body.ts';
import { checkPatch } from './json-patch.ts';

/** Checks the body against the operation's Request; refuses the request with all errors found before the record. */
export function createInputStep(op: OperationContext): Step {
  const { input } = op.code;
  if (input === undefined) return emptyInputStep(op);
  const isWhole = validatesRecord(op);
  return (ctx) => {
    ctx.fieldErrors ??= [];
    if (ctx.bodyKind === 'json patch') {
      const refusal = checkPatch(ctx);
      if (refusal !== undefined) return refusal;
      return ctx.fieldErrors.length > 0 ? createInvalidInput(ctx.fieldErrors) : undefined;
    }
    const fields = createEmptyFields();
    const members = input(ctx.body, ctx.fieldErrors, fields);
    if (ctx.fieldErrors.length > 0) return createInvalidInput(ctx.fieldErrors);
    ctx.fields = fields;
    ctx.input = Object.assign(members, ctx.inputParameters);
    ctx.fieldErrors = undefined;
    if (isWhole) ctx.validated = fields;
    return undefined;
  };
}

/** Whether the Request of a create validates its fields as the record does, and no code may change them before they are stored. */
function validatesRecord({ operation, resource, transform, handled }: OperationContext): boolean {
  if (operation.kind !== 'create' || transform !== undefined || handled !== undefined) return false;
  const own = new Map(resource?.plan.fields.map(({ name, schema }) => [name, schema]));
  return collectSentFields(operation.input).every(
    ({ field, member: { shape } }) => shape.kind === 'value' && equal(shape.schema, own.get(field)),
  );
}

/** Where Request is empty a request may have no body, or an empty object. */
function emptyInputStep({ plan, operation }: OperationContext): Step {
  if (operation.method === 'GET' || operation.method === 'HEAD') return () => undefined;
  const strict = plan.unknownFields === 'refused';
  return (ctx) => {
    const { body } = ctx;
    if (body !== undefined && strict) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        const message = 'must be empty or an empty object';
        ctx.fieldErrors = [...(ctx.fieldErrors ?? []), { pointer: '', problem: 'type', message }];
      } else {
        for (const name of Object.keys(body)) {
          ctx.fieldErrors ??= [];
          ctx.fieldErrors.push({ pointer: formatPointer([name]), problem: 'unknown', message: 'is not a known field' });
        }
      }
    }
    if (ctx.fieldErrors === undefined || ctx.fieldErrors.length === 0) return undefined;
    return createInvalidInput(ctx.fieldErrors);
  };
}

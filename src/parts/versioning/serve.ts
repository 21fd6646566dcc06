import type { OperationContext } from '../../contracts/operation-context.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import { collectSentFields, removeFields, type SentField, withFields } from '../../plan/bodies/sent.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import { setsFields } from '../../plan/kinds.ts';
import { readPathValue } from '../../plan/records/neighbours.ts';
import { createInvalidInput } from '../endpoints/serve/bodies/body.ts';
import { createInputStep } from '../endpoints/serve/bodies/input.ts';
import { checkPatch } from '../endpoints/serve/bodies/json-patch.ts';
import { createEmptyFields } from '../endpoints/serve/change.ts';
import { completeFields, findSharedDefaults, listOlderFields, readSentDefault } from './serve/older-fields.ts';

/**
 * Reads the body of an older caller as its version does. What makes a record or an input becomes a present body here; what
 * changes a record waits for it, since only what is changed is converted.
 */
export function createUpgrade(op: OperationContext): Step {
  const { operation } = op;
  const transform = op.transform!;
  const check = transform.check!;
  const changes = setsFields(operation);
  const older = listOlderFields(transform);
  const present = collectSentFields(operation.input);
  const shared = findSharedDefaults(op);
  return (ctx) => {
    if (ctx.bodyKind === 'json patch') return checkPatch(ctx);
    const fieldErrors: FieldError[] = [];
    const fields = createEmptyFields();
    const members = check(ctx.body, fieldErrors, fields);
    if (fieldErrors.length === 0) {
      const sent = { fields, members: removeFields(members, older) };
      if (changes) ctx.older = { sent };
      else if (isObject(members)) {
        const whole: string[] = [];
        const given: string[] = [];
        for (const each of older) {
          const otherwise = fields[each.field] === undefined ? readSentDefault(transform, each) : undefined;
          if (otherwise === undefined) continue;
          fields[each.field] = otherwise;
          given.push(each.field);
          const target = shared.get(each.field);
          if (target !== undefined) whole.push(target);
        }
        completeFields(transform, fields, given);
        const turned = transform.up(sent, undefined, true, fieldErrors);
        for (const name of whole) delete turned.fields[name];
        // A default comes without the object around it: it joins what was sent when the body is checked.
        const isPlaced = ({ path }: SentField) => readPathValue(turned.members, path.slice(0, -1)) !== undefined;
        const { true: placed = [], false: others = [] } = Object.groupBy(present, (field) => `${isPlaced(field)}`);
        ctx.body = withFields(turned.members, placed, turned.fields);
        if (others.length > 0) ctx.older = { defaults: pickSentFields(others, turned.fields) };
      } else ctx.body = members;
    }
    reportAsSent(ctx, fieldErrors);
    return undefined;
  };
}

function pickSentFields(
  some: readonly SentField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const made = createEmptyFields();
  for (const { field } of some) if (values[field] !== undefined) made[field] = values[field];
  return made;
}

/** The step that checks bodies, for older callers: with the errors found before, or of what was converted. */
export function createOlderInputStep(op: OperationContext, present: Step): Step {
  const { transform, operation } = op;
  if (transform === undefined) return present;
  const waits = setsFields(operation) && transform.check !== undefined;
  const hasBody = transform.check !== undefined;
  const { input: _, ...bodiless } = op.code;
  const empty = hasBody || operation.input === undefined ? undefined : createInputStep({ ...op, code: bodiless });
  return (ctx) => {
    // Of a request without a body, the steps of a list may find more that is wrong.
    if (hasBody && ctx.fieldErrors !== undefined && ctx.fieldErrors.length > 0)
      return createInvalidInput(ctx.fieldErrors);
    if (waits) return undefined;
    const done = empty?.(ctx) ?? present(ctx);
    if (ctx.older?.defaults !== undefined)
      ctx.fields = Object.assign(createEmptyFields(), ctx.older.defaults, ctx.fields);
    return done;
  };
}

/** The step that looks at fixed fields, for older callers: what is wrong with the changed record is answered after it. */
export function createOlderFixedStep({ transform, operation }: OperationContext, fixed: Step): Step {
  if (transform?.check === undefined || !setsFields(operation)) return fixed;
  return (ctx) => {
    const refusal = fixed(ctx);
    if (refusal !== undefined || ctx.fieldErrors === undefined || ctx.fieldErrors.length === 0) return refusal;
    return createInvalidInput(ctx.fieldErrors);
  };
}

/** Notes problems that are told by the older names. */
export function reportAsSent(ctx: RequestContext, fieldErrors: readonly FieldError[]): void {
  addFieldErrors(
    ctx,
    fieldErrors.map((fieldError) => ({ ...fieldError, asSent: true })),
  );
}

/** Notes problems that are answered together. */
export function addFieldErrors(ctx: RequestContext, fieldErrors: readonly FieldError[]): void {
  if (fieldErrors.length > 0) ctx.fieldErrors = [...(ctx.fieldErrors ?? []), ...fieldErrors];
}

/** Refuses a request for field errors by its own names. */
export function createFieldRefusal(fieldErrors: readonly FieldError[]): Refusal {
  return createInvalidInput(fieldErrors.map((fieldError) => ({ ...fieldError, asSent: true })));
}

import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, FieldError, MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { collectSentFields, withFields } from '../../../plan/bodies/sent.ts';
import { equal } from '../../../plan/equal.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { isKeptByDefault } from '../../../plan/fields/presence.ts';
import { createsByPut } from '../../../plan/kinds.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants } from '../../authentication/serve/grants.ts';
import { createRowRuleTest } from '../../authentication/serve/row-rule.ts';
import { createAbsentAssigner } from '../../resources/serve/assign.ts';
import { findConflictFields } from '../../resources/serve/write.ts';
import { createAsShown } from './bodies/as-shown.ts';
import { createInvalidInput } from './bodies/body.ts';
import { isNeverShown } from './bodies/fields.ts';
import { mergeOf } from './bodies/merge-patch.ts';
import { createFixedFieldCheck, createSentOtherwiseCheck, findSentPlans } from './bodies/sent.ts';
import { createLocator } from './path.ts';
import { createWriteMask } from './write-masking.ts';

/** Makes the record as it would be: of what was sent, of what the path fixes, of what it was before. */
export function createChange(op: OperationContext): Step {
  const { operation } = op;
  const work = selectWork(op);
  const fixed = operation.kind === 'create' ? createPathFieldCheck(op) : undefined;
  const refs = operation.refs.length > 0 && operation.kind !== 'transition';
  const changes = operation.kind !== 'transition' && operation.kind !== 'delete';
  return (ctx) => {
    const fieldErrors = fixed?.(ctx);
    if (fieldErrors !== undefined) return createInvalidInput(fieldErrors);
    return then(work(ctx), (result) => {
      if (ctx.after !== undefined && result === undefined && changes) op.resource!.complete?.(ctx.after);
      if (!refs || ctx.after === undefined || (result !== undefined && result !== 'unchanged')) return result;
      const loaded = op.loadRefs(ctx, ctx.after);
      return then(loaded, () => result);
    });
  };
}

/** V8 keeps the members of `Object.create(null)` in a hash table, which is slow to fill and slower to copy. */
const EmptyFields = (() => {
  function Fields(): void {}
  Fields.prototype = Object.create(null) as object;
  return Fields as unknown as new () => Record<string, unknown>;
})();

/** No field, and nothing either that every object has: what is looked up in it has names of the document. */
export function createEmptyFields(): Record<string, unknown> {
  return new EmptyFields();
}

type Work = (ctx: RequestContext) => MaybePromise<Refusal | 'unchanged' | undefined>;

function selectWork(op: OperationContext): Work {
  switch (op.operation.kind) {
    case 'create':
      return createWork(op);
    case 'update':
      return updateWork(op);
    case 'replace':
      return replaceWork(op);
    default:
      return (ctx) => {
        ctx.after = { ...ctx.before };
        return undefined;
      };
  }
}

/** The fields of a new record that the path fixes: left out of the body, or the same; `input` has them where the body may. */
function createPathFieldCheck(op: OperationContext): ((ctx: RequestContext) => FieldError[] | undefined) | undefined {
  const { operation, code } = op;
  const sent = new Map(collectSentFields(operation.input).map((field) => [field.field, field]));
  const fixed = createLocator(op).fields;
  if (fixed.length === 0) return undefined;
  const placeholders = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment] : []));
  return (ctx) => {
    let fieldErrors: FieldError[] | undefined;
    for (const field of fixed) {
      const at = placeholders.findIndex((place) => place.field === field);
      const value = ctx.parents?.[field] ?? code.path[at]!(ctx.pathValues[at]!);
      const was = ctx.fields[field];
      const member = sent.get(field);
      if (was === undefined || equal(was, value)) {
        ctx.fields = Object.assign(createEmptyFields(), ctx.fields, { [field]: value });
        if (member !== undefined) ctx.input = withFields(ctx.input, [member], ctx.fields);
        continue;
      }
      fieldErrors ??= [];
      const pointer = formatPointer(member?.path ?? [field]);
      fieldErrors.push({ pointer, problem: 'fixed', message: 'must equal the value in the path' });
    }
    return fieldErrors;
  };
}

function createWork(op: OperationContext): Work {
  const { operation, plan, resource } = op;
  // What every object inherits a record holds itself, if only as nothing.
  const inherited = resource!.plan.fields.map(({ name }) => name).filter((name) => name in Object.prototype);
  const moved = collectSentFields(operation.input).flatMap(({ field, member }) =>
    member.endState === true ? [field] : [],
  );
  const begun = (ctx: RequestContext): undefined => {
    const after = resource!.toDraft(ctx.fields);
    for (const name of moved) after[name] = undefined;
    for (const name of inherited) if (!Object.hasOwn(after, name)) after[name] = undefined;
    ctx.after = after;
  };
  if (!createsByPut(operation)) return begun;
  const fields = listCreateFields(op);
  const fills = fields.flatMap((field) => createAbsentAssigner(field) ?? []);
  const asShown = createAsShown(plan);
  const sees = createExistingTest(op);
  const taken = findConflictFields([resource!.plan.identity], op);
  const notUnique: Refusal = { condition: 'not unique', line: operation.line, ...taken };
  return (ctx) => {
    if (ctx.before === undefined) return begun(ctx);
    const { before } = ctx;
    const sent = Object.assign(createEmptyFields(), ctx.fields);
    for (const fill of fills) fill(sent);
    return then(sees(ctx), (may) => {
      const isAgain = (field: FieldPlan): boolean =>
        (moved.includes(field.name) && sent[field.name] === undefined) ||
        asShown(field, sent[field.name], before[field.name], 'again');
      if (!may || !fields.every(isAgain)) return notUnique;
      ctx.after = { ...before };
      return 'unchanged';
    });
  };
}

/** The fields that callers of this version send at creation, in the path or the body: a repeated create is held to no others. */
function listCreateFields(op: OperationContext): readonly FieldPlan[] {
  const { operation, transform, resource } = op;
  const inPath = createLocator(op).fields;
  const sent = new Set([...collectSentFields(operation.input).map(({ field }) => field), ...inPath]);
  const fields = resource!.plan.fields.filter(({ name }) => sent.has(name));
  if (transform === undefined) return fields;
  const older = collectSentFields(transform.older.input).flatMap(({ field }) => transform.touched(field));
  const known = new Set([...older, ...inPath]);
  return fields.filter(({ name }) => known.has(name));
}

/** Creates the test whether the caller sees the record that is there already. */
export function createExistingTest(op: OperationContext): (ctx: RequestContext) => MaybePromise<boolean> {
  const { access } = op.operation;
  if (access.open) return () => true;
  const free = freeGrants(access);
  const passes = createRowRuleTest(op);
  return (ctx) => intersectBits(ctx.grants, free) !== 0 || passes(ctx, ctx.before!);
}

type UnchangedCheck = (ctx: RequestContext) => MaybePromise<FieldError[] | undefined>;

/** Does the work of a change whose members passed the check. */
function checked(check: UnchangedCheck, work: Work): Work {
  return (ctx) =>
    then(check(ctx), (fieldErrors) => (fieldErrors === undefined ? work(ctx) : createInvalidInput(fieldErrors)));
}

/** Members that may be sent as they are shown only. */
function createUnchangedCheck(op: OperationContext): UnchangedCheck {
  const { operation, resource, code } = op;
  const otherwise = createSentOtherwiseCheck(op);
  const members = findSentPlans(operation.input, resource!.plan.fields).filter(
    ({ member }) => member.unchanged === true,
  );
  const computed = members.flatMap(({ plan }) => {
    const text = isNeverShown(plan) || op.transform !== undefined ? undefined : code.presentFields?.get(plan.name);
    return text === undefined ? [] : [{ name: plan.name, text }];
  });
  const answer = op.answering(resource!.plan.fields.map((field) => field.computed));
  const names = new Set(members.map(({ field }) => field));
  const computedNames = new Set(computed.map(({ name }) => name));
  const list = (ctx: RequestContext, changed: ReadonlySet<string>): FieldError[] | undefined => {
    let fieldErrors: FieldError[] | undefined;
    for (const { path, plan } of members) {
      if (!(computedNames.has(plan.name) ? changed.has(plan.name) : otherwise(ctx, plan))) continue;
      fieldErrors ??= [];
      fieldErrors.push({ pointer: formatPointer(path), problem: 'fixed', message: 'must not be changed' });
    }
    return fieldErrors;
  };
  /** The fields that were sent with another value than is computed where the record is shown. */
  const listChanged = (ctx: RequestContext): ReadonlySet<string> => {
    const changed = computed.filter(({ name, text }) => {
      if (!Object.hasOwn(ctx.fields, name)) return false;
      return !equal(ctx.fields[name] ?? null, JSON.parse(text(ctx, ctx.before!) ?? 'null'));
    });
    return new Set(changed.map(({ name }) => name));
  };
  return (ctx) => {
    if (!sendsAny(ctx, names)) return undefined;
    if (!computed.some(({ name }) => Object.hasOwn(ctx.fields, name))) return list(ctx, noNames);
    return then(op.loadRefs(ctx, ctx.before!), () =>
      then(
        answer(ctx, () => listChanged(ctx)),
        (changed) => list(ctx, changed),
      ),
    );
  };
}

const noNames: ReadonlySet<string> = new Set();

/** Whether any of these fields was sent: most changes send few, and a Request may take many. */
function sendsAny({ fields, whole }: RequestContext, names: ReadonlySet<string>): boolean {
  if (whole !== undefined) return true;
  for (const name in fields) if (names.has(name)) return true;
  return false;
}

/** Returns the fields that an update or a replace may change, by name. */
export function changeableFields(op: OperationContext): ReadonlyMap<string, FieldPlan> {
  const names = new Set(
    collectSentFields(op.operation.input).flatMap(({ field, member }) =>
      member.unchanged === true || member.endState === true ? [] : [field],
    ),
  );
  return new Map(op.resource!.plan.fields.filter(({ name }) => names.has(name)).map((field) => [field.name, field]));
}

function updateWork(op: OperationContext): Work {
  const fields = changeableFields(op);
  const fills = new Map([...fields].map(([name, field]) => [name, createAbsentAssigner(field)]));
  const merge = mergeOf(op.plan);
  const hidden = createWriteMask(op.plan);
  const check = createUnchangedCheck(op);
  const fixed = createFixedFieldCheck(op);
  return checked(check, (ctx) => {
    const after: Draft = { ...ctx.before };
    const whole = ctx.whole !== undefined;
    for (const name of Object.keys(ctx.fields)) {
      const field = fields.get(name);
      // What the present state fixes was sent as it is shown.
      if (field === undefined || fixed(ctx.before!, name)) continue;
      const value = ctx.fields[name];
      if (value === null && field.schema.nullable !== true) {
        after[name] = undefined;
        fills.get(name)?.(after);
      } else if (typeof value !== 'object') after[name] = value;
      else if (whole) after[name] = hidden.completed(field.schema, after[name], value);
      else after[name] = merge(field.schema, after[name], value);
    }
    ctx.after = after;
    return undefined;
  });
}

function replaceWork(op: OperationContext): Work {
  const hidden = createWriteMask(op.plan);
  const fields = [...changeableFields(op).values()].map((field) => {
    return { ...field, fill: createAbsentAssigner(field), kept: isKeptByDefault(field) };
  });
  const inPath = new Set(createLocator(op).fields);
  const check = createUnchangedCheck(op);
  const fixed = createFixedFieldCheck(op);
  return checked(check, (ctx) => {
    const { fields: sent } = ctx;
    const after: Draft = { ...ctx.before };
    for (const { name, schema, fill, kept } of fields) {
      // What the present state fixes was left out, or sent as it is shown.
      if (fixed(ctx.before!, name)) continue;
      if (sent[name] === undefined) {
        if (inPath.has(name)) continue;
        after[name] = undefined;
        // What a caller of an older version cannot name is filled in by nobody, unless it is always present.
        if (ctx.whole === undefined || kept) fill?.(after);
      } else after[name] = hidden.completed(schema, ctx.before![name], sent[name]);
    }
    ctx.after = after;
    return undefined;
  });
}

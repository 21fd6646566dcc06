import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError, MaybePromise, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { VersionTransform } from '../../../contracts/versions.ts';
import { collectSentFields, withFields } from '../../../plan/bodies/sent.ts';
import { readDefaultValue } from '../../../plan/fields/default-value.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { listPresentPaths } from '../../../plan/operation.ts';
import { takePresented } from '../../authentication/serve/presented.ts';
import { createAsShown } from '../../endpoints/serve/bodies/as-shown.ts';
import { mergeOf } from '../../endpoints/serve/bodies/merge-patch.ts';
import { createPatcher } from '../../endpoints/serve/bodies/patched.ts';
import { createReadableCheck } from '../../endpoints/serve/bodies/readable.ts';
import { createFixedFieldCheck, type SentPlan } from '../../endpoints/serve/bodies/sent.ts';
import { createEmptyFields } from '../../endpoints/serve/change.ts';
import { createLocator } from '../../endpoints/serve/path.ts';
import { createWriteMask } from '../../endpoints/serve/write-masking.ts';
import { formatOf } from '../../resources/formats/index.ts';
import { getHashes } from '../../resources/serve/hashes.ts';
import { createPasswordLister } from '../../resources/serve/sent-passwords.ts';
import { addFieldErrors, createFieldRefusal, reportAsSent } from '../serve.ts';
import { completeFields, findSharedDefaults, listOlderFields, readSentDefault } from './older-fields.ts';
import { createVisibleParts } from './visible.ts';
import { createWrongAfter } from './wrong-after.ts';

/** A record as the older version shows it, as it was asked for; which fields differ then; the fields and other members sent. */
interface PatchedRecord {
  readonly after: RecordValue;
  readonly differing: readonly string[];
  readonly sent: readonly string[];
  /** The fields that were left out or taken away, and have the default of the version. */
  readonly reset: readonly string[];
  readonly members: Record<string, unknown>;
  readonly origins?: WeakMap<object, object>;
  /** What is wrong with the record then, in the words of the older version. */
  readonly fieldErrors?: readonly FieldError[];
}

type ApplyPatch = (ctx: RequestContext, older: RecordValue) => PatchedRecord | Refusal;

/**
 * Applies what an older caller asks for to the record as its version shows it. The fields that then differ are converted, and are
 * what was sent of the record; all others stay as they are.
 */
export function createOlderPatchStep(op: OperationContext): Step {
  const { operation } = op;
  const transform = op.transform!;
  const sent = listOlderFields(transform);
  const ask =
    operation.kind === 'replace' ? createReplacePatcher(op, transform, sent) : createMergePatcher(transform, sent);
  const asJsonPatch = createJsonPatcher(transform, sent);
  const take = createDifferenceUpgrader(op, transform);
  const keptPlans = sent.filter(({ member }) => member.unchanged === true);
  const keptFields = new Set(keptPlans.map(({ field }) => field));
  const unread = createReadableCheck(op, {
    sent,
    responses: transform.older.responses,
    becomes: (field) => transform.touched(field),
  });
  const listShown = createShownReader(op);
  const change = (ctx: RequestContext, shown: Readonly<Record<string, unknown>>): Refusal | undefined => {
    const views = transform.views(ctx.before!);
    const older = { ...views.at(-1)!, ...shown };
    const asked = ctx.bodyKind === 'json patch' ? asJsonPatch(ctx, older) : ask(ctx, older);
    if ('condition' in asked) return asked;
    const fieldErrors = listUnchangedErrors(keptPlans, asked.differing);
    if (fieldErrors.length === 0) return take(ctx, asked, views);
    // What the state fixes is reported before; no other error is reported.
    take(ctx, { ...asked, differing: asked.differing.filter((field) => !keptFields.has(field)) }, views);
    ctx.fieldErrors = undefined;
    reportAsSent(ctx, fieldErrors);
    return undefined;
  };
  return (ctx) => {
    if (ctx.bodyKind !== 'json patch') return then(listShown(ctx), (shown) => change(ctx, shown));
    return then(unread(ctx), (fields) => (fields.length > 0 ? createFieldRefusal(fields) : change(ctx, noValues)));
  };
}

const noValues: Readonly<Record<string, unknown>> = {};

/** Creates what returns the values of the fields that were sent and that are computed where the record is shown. */
function createShownReader(op: OperationContext): (ctx: RequestContext) => MaybePromise<Record<string, unknown>> {
  const { code, transform } = op;
  const texts = [...(code.presentFields ?? [])];
  const answer = op.answering(op.resource!.plan.fields.map((field) => field.computed));
  return (ctx) => {
    const sent = texts.filter(([name]) => ctx.older!.sent!.fields[name] !== undefined);
    if (sent.length === 0) return noValues;
    const older = transform!.views(ctx.before!).at(-1)!;
    return then(op.loadRefs(ctx, ctx.before!), () =>
      answer(ctx, () =>
        Object.fromEntries(sent.map(([name, text]) => [name, JSON.parse(text(ctx, older) ?? 'null') ?? undefined])),
      ),
    );
  };
}

/** Lists what is wrong with members that may be sent only as they are shown. */
function listUnchangedErrors(kept: readonly SentPlan[], differing: readonly string[]): readonly FieldError[] {
  return kept
    .filter(({ field }) => differing.includes(field))
    .map(({ path }) => ({ pointer: formatPointer(path), problem: 'fixed', message: 'must not be changed' }));
}

function pickPreviousFields(sent: readonly SentPlan[], older: RecordValue): Record<string, unknown> {
  const made = createEmptyFields();
  for (const { field } of sent) if (older[field] !== undefined) made[field] = older[field];
  return made;
}

/** A merge patch (RFC 7396). */
function createMergePatcher(transform: VersionTransform, sent: readonly SentPlan[]): ApplyPatch {
  const { shown } = transform;
  const merge = mergeOf(shown);
  const wrong = createWrongAfter(transform, sent);
  const asShown = createAsShown(shown);
  return (ctx, older) => {
    const { fields, members } = ctx.older!.sent!;
    const after = pickPreviousFields(sent, older);
    const differing: string[] = [];
    const reset: string[] = [];
    for (const otherSent of sent) {
      const { field, plan } = otherSent;
      const value = fields[field];
      if (value === undefined) continue;
      if (asShown(plan, value, after[field], 'merged')) continue;
      differing.push(field);
      if (value === null && plan.schema.nullable !== true) {
        remove(transform, after, otherSent);
        reset.push(field);
      } else after[field] = merge(plan.schema, after[field], value);
    }
    completeFields(transform, after, differing);
    const fieldErrors = wrong(after, older, differing);
    return { after, differing, reset, members, sent: Object.keys(fields), fieldErrors };
  };
}

/** Takes a field away: one with a default has that of its version. */
function remove(transform: VersionTransform, after: Record<string, unknown>, sent: SentPlan): void {
  const otherwise = readSentDefault(transform, sent);
  if (otherwise === undefined) delete after[sent.field];
  else after[sent.field] = otherwise;
}

/** A replace: what may be changed and is left out has the default of its version, or is absent then, where no state fixes it. */
function createReplacePatcher(
  op: OperationContext,
  transform: VersionTransform,
  sent: readonly SentPlan[],
): ApplyPatch {
  const asShown = createAsShown(transform.shown);
  const hidden = createWriteMask(transform.shown);
  const fixed = createFixedFieldCheck(op);
  const inPath = new Set(createLocator(op).fields);
  const stays = (before: RecordValue, field: string): boolean =>
    transform.touched(field).some((fieldName) => fixed(before, fieldName));
  const isInPath = (field: string): boolean => transform.touched(field).some((fieldName) => inPath.has(fieldName));
  return (ctx, older) => {
    const { fields, members } = ctx.older!.sent!;
    const after = pickPreviousFields(sent, older);
    const differing: string[] = [];
    const reset: string[] = [];
    for (const otherSent of sent) {
      const { field, plan, member } = otherSent;
      const leftOut = fields[field] === undefined;
      const value = leftOut ? readSentDefault(transform, otherSent) : fields[field];
      const same = asShown(plan, value, after[field], 'whole');
      if (member.endState === true && leftOut) continue;
      if (member.unchanged === true ? leftOut || same : same && !hidden.covers(plan.schema)) continue;
      if ((leftOut || same) && stays(ctx.before!, field)) continue;
      if (leftOut && isInPath(field)) continue;
      differing.push(field);
      if (leftOut) reset.push(field);
      if (value === undefined) delete after[field];
      else after[field] = value;
    }
    completeFields(transform, after, reset);
    return { after, differing, reset, members, sent: Object.keys(fields) };
  };
}

/** A JSON Patch (RFC 6902). */
function createJsonPatcher(transform: VersionTransform, sent: readonly SentPlan[]): ApplyPatch {
  const { shown: plan, older, document } = transform;
  const { resource, input } = older;
  const fields = plan.resources.find(({ name }) => name === resource)?.fields ?? [];
  const patch = document && createPatcher(plan, input, fields, document);
  return (ctx, older) => {
    const left = patch?.(ctx.body, older, getHashes(ctx)) ?? { condition: 'malformed request' };
    if ('condition' in left) return left;
    if (!('members' in left)) return createFieldRefusal(left);
    const { fields: changed, members, origins } = left;
    const shown = sent.filter(({ field, member }) => member.endState === true && changed[field] === older[field]);
    const after = Object.assign(pickPreviousFields(sent, older), changed);
    const fieldErrors: FieldError[] = [];
    const reset: string[] = [];
    for (const otherSent of sent) {
      const { field, plan, path } = otherSent;
      if (changed[field] !== null || plan.schema.nullable === true) continue;
      if (plan.required) fieldErrors.push({ pointer: formatPointer(path), problem: 'missing', message: 'is required' });
      remove(transform, after, otherSent);
      reset.push(field);
    }
    completeFields(transform, after, reset);
    const asShown = shown.flatMap(({ field }) => (Object.hasOwn(changed, field) ? [field] : []));
    const differing = Object.keys(changed).filter((field) => !asShown.includes(field));
    return { after, differing, reset, members, sent: asShown, origins, fieldErrors };
  };
}

/** Creates what converts the fields that differ, and passes them on as what was sent of the present record. */
function createDifferenceUpgrader(op: OperationContext, transform: VersionTransform) {
  const { operation } = op;
  const whole = operation.kind === 'replace';
  const present = collectSentFields(operation.input);
  const schemas = new Map(op.resource!.plan.fields.map(({ name, schema }) => [name, schema]));
  const defaults = new Map(
    present.map(({ field, member }) => {
      return [field, whole ? readDefaultValue(op.plan, schemas.get(field)!, member.default) : undefined];
    }),
  );
  const shared = findSharedDefaults(op);
  const [ends, complete] = [true, false].map((isEnd) =>
    present.flatMap(({ field, member }) => ((member.endState === true) === isEnd ? [field] : [])),
  ) as [string[], string[]];
  const { isPassword, isNullable } = createFieldPredicates(op);
  const hiding = createVisibleParts(transform);
  // The record holds what the service gives itself: nobody has sent it.
  const hidden = createWriteMask(op.plan);
  const listPasswords = createPasswordLister(op.plan, operation.input);
  return (ctx: RequestContext, patched: PatchedRecord, views: readonly RecordValue[]): Refusal | undefined => {
    const { after, differing, reset } = patched;
    const fieldErrors: FieldError[] = [];
    const sent = createEmptyFields();
    for (const name of whole ? Object.keys(after) : differing) if (after[name] !== undefined) sent[name] = after[name];
    const change = {
      views,
      changed: differing,
      visible: hiding.find([views.at(-1)!, after], differing),
      ...(patched.origins === undefined ? {} : { origins: patched.origins }),
    };
    const turned = transform.up({ fields: sent, members: patched.members }, change, whole, fieldErrors);
    if (fieldErrors.length > 0) return createFieldRefusal(fieldErrors);
    for (const field of reset) {
      const target = shared.get(field);
      if (target !== undefined) delete turned.fields[target];
    }
    const values = createEmptyFields();
    const checked = createEmptyFields();
    for (const field of new Set(differing.flatMap((name) => transform.touched(name)))) {
      if (!defaults.has(field)) continue;
      const given = turned.fields[field];
      const isSent = given !== undefined && (given !== null || isNullable(field));
      const value = isSent ? given : defaults.get(field);
      if (value === undefined || value === null) values[field] = whole && !isNullable(field) ? undefined : null;
      else if (isPassword(field)) values[field] = value;
      else checked[field] = hidden.sent(schemas.get(field)!, value);
    }
    reportAsSent(ctx, patched.fieldErrors ?? []);
    const body = withFields(turned.members, present, checked);
    const passwords = listPasswords(body);
    const members = transform.present!(body, fieldErrors, values);
    addFieldErrors(
      ctx,
      fieldErrors.filter(({ pointer = '' }) => !passwords.has(pointer)),
    );
    const same = patched.sent.filter((name) => !differing.includes(name)).flatMap((name) => transform.touched(name));
    const held = createEmptyFields();
    for (const field of same) if (ctx.before![field] !== undefined) held[field] = ctx.before![field];
    ctx.input = { ...withFields(members, present, { ...held, ...values }), ...ctx.inputParameters };
    for (const path of listPresentPaths(operation)) takePresented(ctx, path);
    // A state that was not sent is not asked for; one that was sent as it is shown asks for the present state.
    const asked = keepFields(
      ctx.before!,
      ends.filter((field) => Object.hasOwn(values, field) || same.includes(field)),
      values,
    );
    ctx.fields = Object.assign(whole ? keepFields(ctx.before!, complete, values) : values, asked);
    // One field of two or more may be as it was, though what it is made of was changed.
    const otherwise = differing.map((name) => ({ name, becomes: transform.touched(name) }));
    ctx.whole = new Set(
      otherwise.flatMap(({ name, becomes }) => (becomes.length === 1 || hiding.has(name) ? becomes : [])),
    );
    return undefined;
  };
}

/** The fields of a replace: those that are not converted are as they were. */
function keepFields(
  before: RecordValue,
  names: readonly string[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const made = createEmptyFields();
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : before[name];
    if (value !== undefined) made[name] = value;
  }
  return made;
}

/** Passwords have been hashed by now, and are not looked at again. */
function createFieldPredicates({
  resource,
}: OperationContext): Record<'isPassword' | 'isNullable', (field: string) => boolean> {
  const fields = resource?.plan.fields ?? [];
  const passwords = fields.filter(({ schema }) => formatOf(schema)?.hashed);
  const nullables = fields.filter(({ schema }) => schema.nullable === true);
  const among = (some: typeof fields) => {
    const names = new Set(some.map(({ name }) => name));
    return (field: string) => names.has(field);
  };
  return { isPassword: among(passwords), isNullable: among(nullables) };
}

import type { Making } from '../../../contracts/operation-context.ts';
import type { Draft, FieldProblem } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { hasBit } from '../../../plan/bitset.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { pointerOf, sentFields, withFields } from '../../../plan/sent.ts';
import { absentAssigner } from '../../resources/serve/assign.ts';
import { takenFields } from '../../resources/serve/write.ts';
import { asShownIn } from './bodies/as-shown.ts';
import { invalidInput } from './bodies/body.ts';
import { mergeOf } from './bodies/merge-patch.ts';
import { fixedIn, sentOtherwise, sentPlans } from './bodies/sent.ts';
import { locator } from './path.ts';
import { hiddenIn } from './write-masking.ts';

/** Makes the record as it would be: of what was sent, of what the path fixes, of what it was before. */
export function createChange(making: Making): Step {
  const { operation } = making;
  const work = workOf(making);
  const fixed =
    operation.kind === 'create' || operation.kind === 'replace' || operation.kind === 'update'
      ? fixedByPath(making)
      : undefined;
  const refs = operation.refs.length > 0 && operation.kind !== 'transition';
  return (given) => {
    const problems = fixed?.(given);
    if (problems !== undefined) return invalidInput(problems);
    const refusal = work(given);
    if (refusal !== undefined || !refs || given.after === undefined) return refusal;
    const loaded = making.loadRefs(given, given.after);
    return loaded instanceof Promise ? loaded.then(() => undefined) : undefined;
  };
}

/** No field, and nothing either that every object has: what is looked up in it has names of the document. */
export function noFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

type Work = (given: Given) => Refusal | undefined;

function workOf(making: Making): Work {
  switch (making.operation.kind) {
    case 'create':
      return createWork(making);
    case 'update':
      return updateWork(making);
    case 'replace':
      return replaceWork(making);
    default:
      return (given) => {
        given.after = { ...given.before };
        return undefined;
      };
  }
}

/** Fields that the path fixes: left out of the body, or the same. A create has them, and so does its `input` where the body may. */
function fixedByPath(making: Making): ((given: Given) => FieldProblem[] | undefined) | undefined {
  const { operation, code, equal } = making;
  const sent = new Map(sentFields(operation.input).map((one) => [one.field, one]));
  const creates = operation.kind === 'create';
  const fixed = locator(making).fields.filter((field) => creates || sent.has(field));
  if (fixed.length === 0) return undefined;
  const placeholders = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment] : []));
  return (given) => {
    let problems: FieldProblem[] | undefined;
    for (const field of fixed) {
      const at = placeholders.findIndex((place) => place.field === field);
      const value =
        given.parents?.[field] ?? (at === -1 ? given.before?.[field] : code.path[at]!(given.pathValues[at]!));
      const was = given.fields[field];
      const member = sent.get(field);
      if (was === undefined || equal(was, value)) {
        if (!creates) continue;
        given.fields = Object.assign(noFields(), given.fields, { [field]: value });
        if (member !== undefined) given.input = withFields(given.input, [member], given.fields);
        continue;
      }
      problems ??= [];
      const pointer = pointerOf(member?.path ?? [field]);
      problems.push({ pointer, problem: 'fixed', message: 'differs from what the path says' });
    }
    return problems;
  };
}

function createWork(making: Making): Work {
  const { operation, plan, equal, resource } = making;
  // What every object inherits a record holds itself, if only as nothing.
  const inherited = resource!.plan.fields.map(({ name }) => name).filter((name) => name in Object.prototype);
  const begun = (given: Given): undefined => {
    const after: Draft = { ...given.fields };
    for (const name of inherited) if (!Object.hasOwn(after, name)) after[name] = undefined;
    given.after = after;
  };
  if (operation.method !== 'PUT') return begun;
  const fields = sentAtCreation(making);
  const fills = fields.flatMap((field) => absentAssigner(field) ?? []);
  const asShown = asShownIn(plan, equal);
  const taken = takenFields([resource!.plan.identity], making);
  const notUnique: Refusal = { condition: 'not unique', line: operation.line, ...taken };
  return (given) => {
    if (given.before === undefined) return begun(given);
    const { before } = given;
    const sent = Object.assign(noFields(), given.fields);
    for (const fill of fills) fill(sent);
    if (!seen(making, given) || !fields.every((field) => asShown(field, sent[field.name], before[field.name], 'again')))
      return notUnique;
    given.after = { ...before };
    given.unchanged = true;
    given.repeated = true;
    return undefined;
  };
}

/** The fields that callers of this version send at creation: a repeated create is held to no others. */
function sentAtCreation({ operation, turning, resource }: Making): readonly FieldPlan[] {
  const sent = new Set(sentFields(operation.input).map(({ field }) => field));
  const fields = resource!.plan.fields.filter(({ name }) => sent.has(name));
  if (turning === undefined) return fields;
  const known = new Set(sentFields(turning.older.input).flatMap(({ field }) => turning.touched(field)));
  return fields.filter(({ name }) => known.has(name));
}

/** Whether the caller sees the record that is there already. */
export function seen({ operation, code }: Making, given: Given): boolean {
  const { access } = operation;
  if (access.open) return true;
  return access.grants.some(
    (grant, i) => hasBit(given.grants, i) && (grant.where === undefined || code.grants[i]!(given.before!, given)),
  );
}

/** Members that may be sent as they are shown only. */
function unchangedMembers(making: Making): (given: Given) => FieldProblem[] | undefined {
  const { operation, resource } = making;
  const otherwise = sentOtherwise(making);
  const members = sentPlans(operation.input, resource!.plan.fields).filter(({ member }) => member.unchanged === true);
  return (given) => {
    let problems: FieldProblem[] | undefined;
    for (const { path, plan } of members) {
      if (!otherwise(given, plan)) continue;
      problems ??= [];
      problems.push({ pointer: pointerOf(path), problem: 'fixed', message: 'may not be changed' });
    }
    return problems;
  };
}

function changeable(making: Making): ReadonlyMap<string, FieldPlan> {
  const names = new Set(
    sentFields(making.operation.input).flatMap(({ field, member }) => (member.unchanged === true ? [] : [field])),
  );
  return new Map(
    making.resource!.plan.fields.filter(({ name }) => names.has(name)).map((field) => [field.name, field]),
  );
}

function updateWork(making: Making): Work {
  const fields = changeable(making);
  const merge = mergeOf(making.plan);
  const hidden = hiddenIn(making.plan, making.equal);
  const check = unchangedMembers(making);
  const fixed = fixedIn(making);
  const sets = (field: FieldPlan, value: unknown, whole: boolean): boolean =>
    hidden.field(field) || (whole ? hidden.covers(field.schema) : hidden.sets(field.schema, value));
  return (given) => {
    const problems = check(given);
    if (problems !== undefined) return invalidInput(problems);
    const after: Draft = { ...given.before };
    const whole = given.whole === true;
    for (const name of Object.keys(given.fields)) {
      const field = fields.get(name);
      // What the present state fixes was sent as it is shown.
      if (field === undefined || fixed(given.before!, name)) continue;
      const value = given.fields[name];
      if (given.setsHidden !== true && sets(field, value, whole)) given.setsHidden = true;
      if (value === null && field.schema.nullable !== true) after[name] = undefined;
      else if (typeof value !== 'object') after[name] = value;
      else if (whole) after[name] = hidden.completed(field.schema, after[name], value);
      else after[name] = merge(field.schema, after[name], value);
    }
    given.after = after;
    return undefined;
  };
}

function replaceWork(making: Making): Work {
  const hidden = hiddenIn(making.plan, making.equal);
  const fields = [...changeable(making).values()].map((field) => {
    const setsHidden = hidden.field(field) || hidden.covers(field.schema);
    return { ...field, fill: absentAssigner(field), setsHidden };
  });
  const check = unchangedMembers(making);
  const fixed = fixedIn(making);
  return (given) => {
    const problems = check(given);
    if (problems !== undefined) return invalidInput(problems);
    const { fields: sent } = given;
    const after: Draft = { ...given.before };
    for (const { name, schema, fill, setsHidden } of fields) {
      // What the present state fixes was left out, or sent as it is shown.
      if (fixed(given.before!, name)) continue;
      if (setsHidden) given.setsHidden = true;
      if (sent[name] === undefined) {
        after[name] = undefined;
        // What a caller of an older version cannot name is filled in by nobody.
        if (given.whole !== true) fill?.(after);
      } else after[name] = hidden.completed(schema, given.before![name], sent[name]);
    }
    given.after = after;
    return undefined;
  };
}

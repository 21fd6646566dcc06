import { hasBit } from '../../plan/bits.ts';
import type { FieldPlan } from '../../plan/resource.ts';
import { pointerOf, sentFields, withFields } from '../../plan/sent.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Draft, FieldProblem } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { absentAssigner } from '../resources/serve-assign.ts';
import { invalidInput } from './serve-body.ts';
import { hiddenIn } from './serve-hidden.ts';
import { mergeOf } from './serve-merge.ts';
import { locator } from './serve-path.ts';

/** Makes the record as it would be: of what was sent, of what the path fixes, of what it was before. */
export function changeStep(making: Making): Step | undefined {
  const { operation, resource } = making;
  if (resource === undefined) return undefined;
  const work = workOf(making);
  if (work === undefined) return undefined;
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

function workOf(making: Making): Work | undefined {
  switch (making.operation.kind) {
    case 'create':
      return createWork(making);
    case 'update':
      return updateWork(making);
    case 'replace':
      return replaceWork(making);
    case 'transition':
      return (given) => {
        given.after = { ...given.before };
        return undefined;
      };
    default:
      return undefined;
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
  const { operation, equal, resource } = making;
  // What every object inherits a record holds itself, if only as nothing.
  const inherited = resource!.plan.fields.map(({ name }) => name).filter((name) => name in Object.prototype);
  const begun = (given: Given): undefined => {
    const after: Draft = { ...given.fields };
    for (const name of inherited) if (!Object.hasOwn(after, name)) after[name] = undefined;
    given.after = after;
  };
  if (operation.method !== 'PUT') return begun;
  const fields = sentAtCreation(making);
  const fills = resource!.plan.fields.flatMap((field) =>
    fields.includes(field.name) ? (absentAssigner(field) ?? []) : [],
  );
  const notUnique: Refusal = { condition: 'not unique', line: operation.line };
  return (given) => {
    if (given.before === undefined) return begun(given);
    const { before } = given;
    const sent = Object.assign(noFields(), given.fields);
    for (const fill of fills) fill(sent);
    if (!seen(making, given) || !fields.every((field) => equal(sent[field] ?? null, before[field] ?? null)))
      return notUnique;
    given.after = { ...before };
    given.unchanged = true;
    given.repeated = true;
    return undefined;
  };
}

/** The fields that callers of this version send at creation: a repeated create is held to no others. */
function sentAtCreation({ operation, turning }: Making): readonly string[] {
  const fields = sentFields(operation.input).map(({ field }) => field);
  if (turning === undefined) return fields;
  const known = new Set(sentFields(turning.older.input).flatMap(({ field }) => turning.touched(field)));
  return fields.filter((field) => known.has(field));
}

/** Whether the caller sees the record that is there already. */
export function seen({ operation, code }: Making, given: Given): boolean {
  const { access } = operation;
  if (access.open) return true;
  return access.grants.some(
    (grant, i) => hasBit(given.grants, i) && (grant.where === undefined || code.grants[i]!(given.before!, given)),
  );
}

/** Members that may be sent with their present value only. */
function unchangedMembers(making: Making): (given: Given) => FieldProblem[] | undefined {
  const { operation, equal } = making;
  const members = sentFields(operation.input).filter(({ member }) => member.unchanged === true);
  return (given) => {
    let problems: FieldProblem[] | undefined;
    for (const { path, field } of members) {
      if (!Object.hasOwn(given.fields, field) || equal(given.fields[field] ?? null, given.before![field] ?? null))
        continue;
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
  return (given) => {
    const problems = check(given);
    if (problems !== undefined) return invalidInput(problems);
    const after: Draft = { ...given.before };
    for (const name of Object.keys(given.fields)) {
      const field = fields.get(name);
      if (field === undefined) continue;
      const value = given.fields[name];
      if (value === null && field.schema.nullable !== true) after[name] = undefined;
      else if (typeof value !== 'object') after[name] = value;
      else if (given.whole === true) after[name] = hidden.completed(field.schema, after[name], value);
      else after[name] = merge(field.schema, after[name], value);
    }
    given.after = after;
    return undefined;
  };
}

function replaceWork(making: Making): Work {
  const fields = [...changeable(making).values()].map((field) => ({ ...field, fill: absentAssigner(field) }));
  const check = unchangedMembers(making);
  const fixedIn = fixedFields(making);
  const hidden = hiddenIn(making.plan, making.equal);
  return (given) => {
    const problems = check(given);
    if (problems !== undefined) return invalidInput(problems);
    const { fields: sent } = given;
    const after: Draft = { ...given.before };
    for (const { name, schema, fill } of fields) {
      // What the present state fixes stays when it is left out.
      if (!Object.hasOwn(sent, name) && fixedIn.some((fixed) => fixed(given.before!, name))) continue;
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

/** Fields that the state of the record fixes: left out of a replace they stay. */
function fixedFields({ resource }: Making): readonly ((before: Draft, name: string) => boolean)[] {
  return resource!.plan.machines.flatMap(({ field, matrix }) => {
    if (field === undefined || matrix.length === 0) return [];
    const cells = new Map(matrix.map((row) => [row.field, row.cells]));
    return [(before: Draft, name: string) => cells.get(name)?.[before[field] as string] === 'fixed'];
  });
}

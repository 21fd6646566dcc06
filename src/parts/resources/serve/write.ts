import type { Making } from '../../../contracts/operation-context.ts';
import type { FieldProblem, RecordValue, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Conflict } from '../../../contracts/store.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import { pointerStep } from '../../../plan/references.ts';
import { sentFields } from '../../../plan/sent.ts';
import { problemsAsSent } from '../serve.ts';
import { rowWriterOf } from './ceiling.ts';
import { deletion } from './delete.ts';
import { replacedKeeper } from './secrets.ts';

/** Creates the step that writes the record, or deletes it. */
export function createWrite(making: Making): Step {
  switch (making.operation.kind) {
    case 'create':
      return createWriter(making);
    case 'delete': {
      const update = updateWriter(making);
      const erase = deletion(making, 'erased');
      const follow = deletion(making, 'kept');
      return (given) => {
        if (given.kept !== true) return erase(given);
        const followed = follow(given);
        if (followed instanceof Promise) return followed.then((refusal) => refusal ?? update(given));
        return followed ?? update(given);
      };
    }
    default:
      return updateWriter(making);
  }
}

type Conflicting = Pick<Making, 'resource' | 'plan' | 'operation'>;

type Conflicts = (conflict: Conflict | undefined, record: RecordValue) => Refusal | undefined;

/** The refusals of the store's conflicts for one resource. */
export function conflictsOf(making: Conflicting): Conflicts {
  const { resource, plan, operation } = making;
  const asSent = problemsAsSent(operation);
  const { name, uniques, fields, identity, line } = resource!.plan;
  const taken = (among: readonly string[], at: number): Refusal => ({
    condition: 'not unique',
    resource: name,
    line: at,
    ...takenFields(among, making),
  });
  const notUnique = uniques.map((unique) => taken(unique.fields, unique.line));
  const twice = taken([identity], fields.find((field) => field.name === identity)?.line ?? line);
  const quotas = new Map(plan.limits.map((limit) => [limit.name, quotaRefusal(limit, name)]));
  return (conflict, record) => {
    if (conflict === undefined) return undefined;
    if (conflict.kind === 'not unique') return notUnique[conflict.unique] ?? twice;
    if (conflict.kind === 'too long') {
      return { condition: 'invalid input', fields: asSent([tooLong(conflict.fields, record)]) };
    }
    if (conflict.kind === 'quota') return quotas.get(conflict.limit) ?? { condition: 'quota', resource: name };
    const other = plan.resources.find((one) => one.name === conflict.resource);
    const ref = other?.fields.find((field) => field.name === conflict.field);
    return { condition: 'still referenced', resource: name, line: ref?.line ?? line };
  };
}

/** The field at which `not unique` is reported: the first one of these that the Request takes, else the one that states it. */
export function takenFields(among: readonly string[], { resource, operation }: Conflicting): Pick<Refusal, 'fields'> {
  const { name, fields } = resource!.plan;
  const sent = new Set(sentFields(operation.input).map(({ field }) => field));
  const shown = among.filter((one) => !hidden.has(fields.find((field) => field.name === one)?.direction ?? ''));
  const field = shown.find((one) => sent.has(one)) ?? shown[0];
  if (field === undefined) return {};
  const pointer = `/${pointerStep(field)}`;
  return { fields: [{ pointer, of: { holder: name, field }, problem: 'not unique', message: 'is already in use' }] };
}

const hidden: ReadonlySet<string> = new Set(['internal', 'write-only']);

/** Of the fields that an index holds the longest is the one that it does not take. */
function tooLong(fields: readonly string[], record: RecordValue): FieldProblem {
  const lengthOf = (field: string): number => String(record[field] ?? '').length;
  const longest = fields.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
  const message = 'is longer than the database can look for';
  return { pointer: `/${pointerStep(longest)}`, problem: 'constraint', message };
}

function quotaRefusal({ code, line }: LimitPlan, resource: string): Refusal {
  return { condition: 'quota', resource, line, ...(code === undefined ? {} : { named: code }) };
}

function createWriter(making: Making): Step {
  const refuse = conflictsOf(making);
  const writeRow = rowWriterOf(making);
  const { name } = making.resource!.plan;
  const absent = making.operation.method === 'PUT';
  return (given) => {
    if (given.repeated === true) return undefined;
    const refusal = writeRow(given, 1);
    if (refusal !== undefined) return refusal;
    const conflict = given.transaction!.insert(name, given.row!, absent);
    return conflict instanceof Promise
      ? conflict.then((one) => refuse(one, given.after!))
      : refuse(conflict, given.after!);
  };
}

function updateWriter(making: Making): Step {
  const resource = making.resource!;
  const refuse = conflictsOf(making);
  const writeRow = rowWriterOf(making);
  const { name, identity } = resource.plan;
  const keepReplaced = replacedKeeper(resource, making.columnOf);
  return (given) => {
    if (given.unchanged) return undefined;
    const was = given.row!;
    const refusal = writeRow(given, versionOf(was) + 1, was);
    if (refusal !== undefined) return refusal;
    const kept = keepReplaced?.(given.transaction!, given.now, was, given.before!, given.after!);
    const conflict = given.transaction!.update(name, given.before![identity], given.row!, was);
    const after = given.after!;
    if (kept instanceof Promise) return Promise.all([conflict, kept]).then(([one]) => refuse(one, after));
    return conflict instanceof Promise ? conflict.then((one) => refuse(one, after)) : refuse(conflict, after);
  };
}

/** The version of a row: one more at each write. */
export function versionOf(row: Row): number {
  return Number(row[0]);
}

/** Whether a request has written something. */
export function wrote(given: Given): boolean {
  return given.row !== undefined && !given.unchanged;
}

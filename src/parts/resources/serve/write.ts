import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError, RecordValue, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Conflict } from '../../../contracts/store.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { createsByPut } from '../../../plan/kinds.ts';
import { limitsNamed } from '../../../plan/named-limits.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import { findNamed } from '../../../text/find-named.ts';
import { createSentErrorMapper } from '../serve.ts';
import { createDeleteStep } from './delete.ts';
import { createFirstVersion } from './first-version.ts';
import { createReadAgain } from './fresh.ts';
import { createRowWriter } from './record-size.ts';
import { createReplacedSecretKeeper } from './secrets.ts';

/** Creates the step that writes the record, or deletes it. */
export function createWrite(op: OperationContext): Step {
  switch (op.operation.kind) {
    case 'create':
      return createWriter(op);
    case 'delete': {
      const update = updateWriter(op);
      const erase = createDeleteStep(op, 'erased');
      const follow = createDeleteStep(op, 'kept');
      const again = createReadAgain(op, op.resource!);
      const write: Step = (ctx) => {
        if (again === undefined) return update(ctx);
        const fresh = again(ctx, ctx.before!, ctx.after!);
        return then(fresh, (found) => {
          if (found === undefined) return undefined;
          Object.assign(ctx, found);
          return update(ctx);
        });
      };
      return (ctx) => {
        if (ctx.softDeleted !== true) return erase(ctx);
        const followed = follow(ctx);
        return then(followed, (refusal) => refusal ?? write(ctx));
      };
    }
    default:
      return updateWriter(op);
  }
}

type Conflicting = Pick<OperationContext, 'resource' | 'plan' | 'operation'>;

type Conflicts = (conflict: Conflict | undefined, record: RecordValue) => Refusal | undefined;

/** The refusals of the store's conflicts for one resource. */
export function createConflicts(deps: Conflicting): Conflicts {
  const { resource, plan, operation } = deps;
  const asSent = createSentErrorMapper(operation);
  const { name, uniques, fields, identity, line } = resource!.plan;
  const taken = (among: readonly string[], at: number): Refusal => ({
    condition: 'not unique',
    resource: name,
    line: at,
    ...findConflictFields(among, deps),
  });
  const notUnique = uniques.map((unique) => taken(unique.fields, unique.line));
  const twice = taken([identity], findNamed(fields, identity)?.line ?? line);
  return (conflict, record) => {
    if (conflict === undefined) return undefined;
    if (conflict.kind === 'not unique') return notUnique[conflict.unique] ?? twice;
    if (conflict.kind === 'too long') {
      return { condition: 'invalid input', fields: asSent([createLengthError(conflict.fields, record)]) };
    }
    if (conflict.kind === 'quota') {
      const [limit] = limitsNamed(plan.limits, [conflict.limit]);
      return limit === undefined ? { condition: 'quota', resource: name } : createQuotaRefusal(limit, name);
    }
    const other = findNamed(plan.resources, conflict.resource);
    const ref = findNamed(other?.fields, conflict.field);
    return { condition: 'still referenced', resource: name, line: ref?.line ?? line };
  };
}

/** The field at which `not unique` is reported: the first one of these that the Request takes, else the one that states it. */
export function findConflictFields(
  among: readonly string[],
  { resource, operation }: Conflicting,
): Pick<Refusal, 'fields'> {
  const { name, fields } = resource!.plan;
  const sent = new Set(collectSentFields(operation.input).map(({ field }) => field));
  const shown = among.filter((candidate) => !hidden.has(findNamed(fields, candidate)?.direction ?? ''));
  const field = shown.find((candidate) => sent.has(candidate)) ?? shown[0];
  if (field === undefined) return {};
  const pointer = formatPointer([field]);
  return { fields: [{ pointer, of: { holder: name, field }, problem: 'not unique', message: 'is already in use' }] };
}

const hidden: ReadonlySet<string> = new Set(['internal', 'write-only']);

/** Of the fields, and the values inside them, that an index holds the longest is the one that it does not take. */
function createLengthError(fields: readonly string[], record: RecordValue): FieldError {
  const paths = fields.map((field) => (Object.hasOwn(record, field) ? [field] : field.split('.')));
  const lengthOf = (path: readonly string[]): number => {
    const value = path.reduce<unknown>((held, name) => (isObject(held) ? held[name] : undefined), record);
    return String(value ?? '').length;
  };
  const longest = paths.reduce((path, other) => (lengthOf(other) > lengthOf(path) ? other : path));
  const message = 'is too long for an index of the database';
  return { pointer: formatPointer(longest), problem: 'constraint', message };
}

function createQuotaRefusal({ code, line }: LimitPlan, resource: string): Refusal {
  return { condition: 'quota', resource, line, ...(code === undefined ? {} : { named: code }) };
}

/** Identities are in paths, cursors and headers: this is how many bytes of JSON one has at most. */
const mostIdentityBytes = 2_600;

/** Refuses an identity that clients could not send back. */
function createIdentityLimit({ resource, operation }: OperationContext): (id: unknown) => Refusal | undefined {
  const asSent = createSentErrorMapper(operation);
  const message = `must be at most ${mostIdentityBytes} bytes long as JSON`;
  const error: FieldError = { pointer: formatPointer([resource!.plan.identity]), problem: 'constraint', message };
  const refusal: Refusal = { condition: 'invalid input', fields: asSent([error]) };
  return (id) => {
    // A character has at most six bytes as JSON.
    if (typeof id !== 'string' || id.length <= mostIdentityBytes / 6) return undefined;
    return Buffer.byteLength(JSON.stringify(id)) > mostIdentityBytes ? refusal : undefined;
  };
}

/** Returns the constraints by which a create has looked for a record and found none; by PUT it has looked for the identity. */
export function getAbsent({ operation }: OperationContext, ctx: RequestContext): readonly number[] | undefined {
  return createsByPut(operation) ? byIdentity : ctx.absent;
}

const byIdentity: readonly number[] = [-1];

function createWriter(op: OperationContext): Step {
  const refuse = createConflicts(op);
  const writeRow = createRowWriter(op);
  const limitIdentity = createIdentityLimit(op);
  const firstVersion = createFirstVersion(op);
  const { name, identity } = op.resource!.plan;
  return (ctx) => {
    const refusal = limitIdentity(ctx.after![identity]) ?? writeRow(ctx, firstVersion(ctx.now));
    if (refusal !== undefined) return refusal;
    const conflict = ctx.transaction!.insert(name, ctx.row!, getAbsent(op, ctx));
    return then(conflict, (result) => refuse(result, ctx.after!));
  };
}

function updateWriter(op: OperationContext): Step {
  const resource = op.resource!;
  const refuse = createConflicts(op);
  const writeRow = createRowWriter(op);
  const { name, identity } = resource.plan;
  const keepReplaced = createReplacedSecretKeeper(resource, op.columnOf);
  return (ctx) => {
    if (ctx.unwritten) return undefined;
    const was = ctx.row!;
    const refusal = writeRow(ctx, readVersion(was) + 1, was);
    if (refusal !== undefined) return refusal;
    const kept = keepReplaced?.(ctx.transaction!, ctx.now, was, ctx.before!, ctx.after!);
    const conflict = ctx.transaction!.update(name, ctx.before![identity], ctx.row!, was);
    const after = ctx.after!;
    if (kept instanceof Promise) return Promise.all([conflict, kept]).then(([result]) => refuse(result, after));
    return then(conflict, (result) => refuse(result, after));
  };
}

/** The version of a row: one more at each write. */
export function readVersion(row: Row): number {
  return Number(row[0]);
}

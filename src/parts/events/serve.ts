import type { CompiledResource } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../contracts/record.ts';
import type { CascadedWrite, RequestContext } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Erased } from './serve/event-snapshots.ts';
import { type Change, listMatchingEvents } from './serve/matching.ts';
import { createEventFactory, type RecordedChange, type RecorderDependencies, recordAll } from './serve/recorder.ts';

/** Whether a deletion may delete other records, or clear their references. */
export function canCascade({ kind }: Pick<OperationPlan, 'kind'>, { referredBy }: ResourcePlan): boolean {
  return kind === 'delete' && referredBy.some(({ onDelete }) => onDelete !== 'restrict');
}

/** Creates the step that records the events of a change, and before them those of the records that followed a deletion. */
export function createRecording(op: OperationContext): Step {
  const { operation } = op;
  const resource = op.resource!;
  const own = createRecorder(op, operation);
  const follows = canCascade(operation, resource.plan);
  const changeOf = operation.kind === 'delete' ? readDeletion : readChange;
  const followers = follows ? createCascadeRecorder(op) : undefined;
  return (ctx) => {
    if (ctx.row === undefined) return undefined;
    const cascaded = followers === undefined ? undefined : ctx.cascaded;
    const due = own?.due(ctx.before, ctx.softDeleted === true || operation.kind !== 'delete' ? ctx.after : undefined);
    if (cascaded === undefined && due === undefined) return undefined;
    const change = changeOf(ctx, resource);
    const erased = cascaded === undefined ? undefined : collectErased(op, ctx, resource, cascaded);
    const events = [
      ...(cascaded?.flatMap((write) => followers!(ctx, write, erased!)) ?? []),
      ...(due?.map((make) => () => make(ctx, erased === undefined ? change : { ...change, erased })) ?? []),
    ];
    const done = recordAll(ctx, events);
    return then(done, () => undefined);
  };
}

type Recorder = ReturnType<typeof createRecorder>;

/** The kinds of events that a change may make; undefined where it makes none. */
function createRecorder(deps: RecorderDependencies, change: Change) {
  const fitting = listMatchingEvents(deps.plan, change, deps.compiled.events.conditions).map(({ event, happens }) => ({
    happens,
    make: createEventFactory(deps, event),
  }));
  if (fitting.length === 0) return undefined;
  return {
    due(before: RecordValue | undefined, after: RecordValue | undefined) {
      const due = fitting.filter(({ happens }) => happens(after, before));
      return due.length === 0 ? undefined : due.map(({ make }) => make);
    },
  };
}

function readChange({ row, after, before }: RequestContext): RecordedChange {
  return { row: row!, version: Number(row![0]), record: after!, before };
}

/** A record that stays in a state of kind `gone` has its next version already; one that is erased would have had it. */
function readDeletion({ row, before, softDeleted }: RequestContext, { toRow, plan }: CompiledResource): RecordedChange {
  const version = Number(row![0]) + (softDeleted === true ? 0 : 1);
  const moments = plan.fields.filter((field) => field.state === true).map(() => null);
  return {
    row: softDeleted === true ? toRow(before!, version, moments) : row!,
    version,
    record: before!,
    before: before!,
  };
}

/** Makes the events of a record that followed the deletion of another, by its own `delete` or `update`. */
function createCascadeRecorder(op: OperationContext) {
  const known = new Map<string, Recorder>();
  const recorderFor = (resource: string, kind: CascadedWrite['kind']): Recorder => {
    const name = `${kind} ${resource}`;
    if (!known.has(name)) known.set(name, createRecorder(op, { name, kind, resource }));
    return known.get(name);
  };
  return (ctx: RequestContext, write: CascadedWrite, erased: Erased) => {
    const { resource, kind, row, was } = write;
    const code = op.compiled.resources.get(resource)!;
    const before = code.toRecord(was);
    const after = isErased(write) ? undefined : code.toRecord(row);
    const version = Number(was[0]) + 1;
    const due = recorderFor(resource, kind)?.due(before, after) ?? [];
    const change = kind === 'delete' ? { row: was, record: before } : { row, record: after! };
    return due.map((make) => () => make(ctx, { ...change, version, before, erased }));
  };
}

/** The row of a soft-deleted record differs from the previous one. */
function isErased({ kind, row, was }: CascadedWrite): boolean {
  return kind === 'delete' && row === was;
}

/** Finds the records that a deletion has erased, its own among them. */
function collectErased(
  op: OperationContext,
  ctx: RequestContext,
  own: CompiledResource,
  cascaded: readonly CascadedWrite[],
): Erased {
  const keyOf = (resource: string, id: unknown): string => `${resource} ${String(id)}`;
  const rows = new Map<string, Row>();
  for (const write of cascaded) {
    const { resource, row } = write;
    const { identity } = op.compiled.resources.get(resource)!.plan;
    if (isErased(write)) rows.set(keyOf(resource, row[op.columnOf(resource, identity)]), row);
  }
  const { name, identity } = own.plan;
  if (ctx.softDeleted !== true) rows.set(keyOf(name, ctx.before![identity]), ctx.row!);
  return (resource, id) => rows.get(keyOf(resource, id));
}

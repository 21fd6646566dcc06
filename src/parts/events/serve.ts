import type { CompiledResource } from '../../contracts/compiled.ts';
import type { Making } from '../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../contracts/record.ts';
import type { Followed, Given } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Erased } from './serve/event-snapshots.ts';
import { type Change, fittingOf } from './serve/matching.ts';
import { eventMaker, type RecordMaking, recordAll, type Told } from './serve/recorder.ts';

/** Whether a deletion may delete other records, or clear their references. */
export function followsDeletion({ kind }: Pick<OperationPlan, 'kind'>, { referredBy }: ResourcePlan): boolean {
  return kind === 'delete' && referredBy.some(({ onDelete }) => onDelete !== 'refuse');
}

/** Creates the step that records the events of a change, and before them those of the records that followed a deletion. */
export function createRecording(making: Making): Step {
  const { operation } = making;
  const resource = making.resource!;
  const own = recorderOf(making, operation);
  const follows = followsDeletion(operation, resource.plan);
  const tell = operation.kind === 'delete' ? deleted : changed;
  const followers = follows ? followersOf(making) : undefined;
  return (given) => {
    if (given.unchanged || given.row === undefined) return undefined;
    const followed = followers === undefined ? undefined : given.followed;
    const due = own?.due(given, given.kept === true || operation.kind !== 'delete' ? given.after : undefined);
    if (followed === undefined && due === undefined) return undefined;
    const told = tell(given, resource);
    const erased = followed === undefined ? undefined : erasedIn(making, given, resource, followed);
    const events = [
      ...(followed?.flatMap((one) => followers!(given, one, erased!)) ?? []),
      ...(due?.map((make) => () => make(given, erased === undefined ? told : { ...told, erased })) ?? []),
    ];
    const done = recordAll(given, events);
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  };
}

type Recorder = ReturnType<typeof recorderOf>;

/** The kinds of events that a change may make; undefined where it makes none. */
function recorderOf(making: RecordMaking, change: Change) {
  const fitting = fittingOf(making.plan, change).map(({ event, happens }) => ({
    happens,
    make: eventMaker(making, event),
  }));
  if (fitting.length === 0) return undefined;
  return {
    due(_given: Given, after: RecordValue | undefined) {
      const due = fitting.filter(({ happens }) => happens(after));
      return due.length === 0 ? undefined : due.map(({ make }) => make);
    },
  };
}

function changed({ row, after, before }: Given): Told {
  return { row: row!, version: Number(row![0]), record: after!, before };
}

/** A record that stays in a state of kind `gone` has its next version already; one that is erased would have had it. */
function deleted({ row, before, kept }: Given, { toRow, plan }: CompiledResource): Told {
  const version = Number(row![0]) + (kept === true ? 0 : 1);
  const moments = plan.fields.filter((field) => field.state === true).map(() => null);
  return { row: kept === true ? toRow(before!, version, moments) : row!, version, record: before!, before: before! };
}

/** Makes the events of a record that followed the deletion of another, by its own `delete` or `update`. */
function followersOf(making: Making) {
  const known = new Map<string, Recorder>();
  const recorderFor = (resource: string, kind: Followed['kind']): Recorder => {
    const name = `${kind} ${resource}`;
    if (!known.has(name)) known.set(name, recorderOf(making, { name, kind, resource }));
    return known.get(name);
  };
  return (given: Given, one: Followed, erased: Erased) => {
    const { resource, kind, row, was } = one;
    const code = making.compiled.resources.get(resource)!;
    const before = code.toRecord(was);
    const after = isErased(one) ? undefined : code.toRecord(row);
    const version = Number(was[0]) + 1;
    const due = recorderFor(resource, kind)?.due(given, after) ?? [];
    const told = kind === 'delete' ? { row: was, record: before } : { row, record: after! };
    return due.map((make) => () => make(given, { ...told, version, before, erased }));
  };
}

/** Of a record that is kept as gone the row after differs from the one before. */
function isErased({ kind, row, was }: Followed): boolean {
  return kind === 'delete' && row === was;
}

/** Finds the records that a deletion has erased, its own among them. */
function erasedIn(making: Making, given: Given, own: CompiledResource, followed: readonly Followed[]): Erased {
  const keyOf = (resource: string, id: unknown): string => `${resource} ${String(id)}`;
  const rows = new Map<string, Row>();
  for (const one of followed) {
    const { resource, row } = one;
    const { identity } = making.compiled.resources.get(resource)!.plan;
    if (isErased(one)) rows.set(keyOf(resource, row[making.columnOf(resource, identity)]), row);
  }
  const { name, identity } = own.plan;
  if (given.kept !== true) rows.set(keyOf(name, given.before![identity]), given.row!);
  return (resource, id) => rows.get(keyOf(resource, id));
}

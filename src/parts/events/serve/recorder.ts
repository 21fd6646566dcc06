import type { NewEvent } from '../../../contracts/events.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { EventPlan } from '../../../plan/plan.ts';
import { present } from '../../../text/present.ts';
import { typeid } from '../../resources/formats/typeid.ts';
import { isCreatedIn } from './created.ts';
import { createSnapshotTaker, type Erased, type TakeSnapshots } from './event-snapshots.ts';
import { createTokenKeeper } from './event-tokens.ts';
import { createLeftPicker } from './leaving.ts';
import { collectReferencedRecords, listEventShapes, readsBefore, showsEventCallers } from './reads.ts';

/** The dependencies of the recording of events. */
export type RecorderDependencies = Pick<OperationContext, 'plan' | 'compiled' | 'store' | 'platform'>;

/** A record as an event shows it. */
export interface RecordedChange {
  /** The record after the change, for a deletion before it. */
  readonly row: Row;
  readonly version: number;
  readonly record: RecordValue;
  readonly before?: RecordValue | undefined;
  readonly erased?: Erased;
}

/** Makes one event of a record. */
export type MakeEvent = (ctx: RequestContext, change: RecordedChange) => MaybePromise<NewEvent>;

const returnNothing: Erased = () => undefined;

/** Makes what makes the events of one kind. */
export function createEventFactory(deps: RecorderDependencies, event: EventPlan): MakeEvent {
  const { plan, compiled, platform } = deps;
  const resource = compiled.resources.get(event.resource ?? '');
  const { name: kind } = event;
  const showsCallers = showsEventCallers(plan);
  const namedIn = present({ version: plan.versioning.versions[0]?.name });
  const factsOf = (ctx: RequestContext) => ({
    at: ctx.now,
    ...namedIn,
    ...traceOf(ctx),
    ...(showsCallers ? callerOf(ctx) : {}),
  });
  if (resource === undefined) {
    return (ctx) => ({
      id: createEventId(platform, ctx.now),
      kind,
      recordVersion: 0,
      ...factsOf(ctx),
    });
  }
  const { name, identity } = resource.plan;
  const withBefore = readsBefore(listEventShapes(plan, event));
  const pickLeft = createLeftPicker(plan, event, resource.plan);
  const keepTokens = createTokenKeeper(deps, event, resource);
  const moments = resource.plan.fields.filter((field) => field.state === true).map(() => null);
  const keep: TakeSnapshots | undefined = createSnapshotTaker(
    deps,
    collectReferencedRecords(plan, event, resource.plan),
  );
  const pickBefore = (ctx: RequestContext, before: RecordValue | undefined, record: RecordValue) => {
    if (before === undefined || withBefore) return before;
    return isCreatedIn(ctx.transaction, name, record[identity]) ? undefined : pickLeft?.(before, record);
  };
  return (ctx, { row, version, record, before: whole, erased }) => {
    const before = withBefore || pickLeft !== undefined ? pickBefore(ctx, whole, record) : undefined;
    const made: NewEvent = {
      id: createEventId(platform, ctx.now),
      kind,
      resource: name,
      recordId: String(record[identity]),
      recordVersion: version,
      record: compiled.events.text(name, keepTokens?.(row, record) ?? row),
      ...(before === undefined ? {} : { before: compiled.events.text(name, resource.toRow(before, 0, moments)) }),
      ...factsOf(ctx),
    };
    const shown = before === undefined ? [record] : [record, before];
    const refs = keep?.(ctx, shown, erased ?? returnNothing);
    if (refs === undefined) return made;
    return then(refs, (text) => withRefs(made, text));
  };
}

function traceOf({ traceId, traceparent }: RequestContext): Pick<NewEvent, 'traceId' | 'traceparent'> {
  return traceparent === undefined ? { traceId } : { traceId, traceparent };
}

function callerOf({ caller }: RequestContext): Pick<NewEvent, 'caller'> {
  const id = caller?.values.id;
  return typeof id === 'string' ? { caller: id } : {};
}

function withRefs(event: NewEvent, refs: string | undefined): NewEvent {
  return refs === undefined ? event : { ...event, refs };
}

/** Creates events in order; those of one change are written in one statement. */
export function recordAll(ctx: RequestContext, making: readonly (() => MaybePromise<NewEvent>)[]): MaybePromise<void> {
  const events: NewEvent[] = [];
  const from = (start: number): MaybePromise<void> => {
    for (let at = start; at < making.length; at++) {
      const made = making[at]!();
      if (made instanceof Promise) {
        return made.then((event) => {
          events.push(event);
          return from(at + 1);
        });
      }
      events.push(made);
    }
    return events.length === 0 ? undefined : ctx.transaction!.events.record(events);
  };
  return from(0);
}

/** A new identifier of an event: a TypeID, which ascends with its moment (milliseconds) and cannot be guessed. */
function createEventId(platform: RecorderDependencies['platform'], now: number): string {
  return typeid.assignable!(platform, 'evt', now) as string;
}

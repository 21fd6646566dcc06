import { then } from '../../../contracts/maybe-promise.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { findEmittedEvent } from './matching.ts';
import { createEventFactory, type MakeEvent, type RecorderDependencies, recordAll } from './recorder.ts';

/** Records an event that a handler emits about a record, in its present form in the transaction. */
export type Emit = (ctx: RequestContext, event: string, of: RecordValue | undefined) => MaybePromise<void>;

/** Makes what records the events that the code of an operation emits. */
export function emitOf(deps: RecorderDependencies, operation: string): Emit {
  const known = new Map<string, (ctx: RequestContext, of: RecordValue | undefined) => MaybePromise<void>>();
  return (ctx, name, of) => {
    let emit = known.get(name);
    if (emit === undefined) {
      const event = findEmittedEvent(deps.plan, operation, name);
      if (event === undefined) throw new Error(`${operation} may not emit ${name}`);
      emit = createEmitter(deps, name, event.resource, createEventFactory(deps, event));
      known.set(name, emit);
    }
    return emit(ctx, of);
  };
}

function createEmitter(
  { compiled, store }: RecorderDependencies,
  name: string,
  resource: string | undefined,
  make: MakeEvent,
) {
  const code = compiled.resources.get(resource ?? '');
  if (code === undefined) {
    // Without a record there is nothing to look up.
    return (ctx: RequestContext) => recordAll(ctx, [() => make(ctx, { row: [], version: 0, record: {} })]);
  }
  const { identity } = code.plan;
  const query = store.prepare({ resource: code.plan.name, conditions: [{ kind: 'equal', field: identity }] });
  return (ctx: RequestContext, of: RecordValue | undefined): MaybePromise<void> => {
    const id = of?.[identity];
    const what = `emit: the event ${name} needs a ${resource}`;
    if (id === undefined || id === null) throw new Error(`${what}, and was given none`);
    const record = (row: Row | undefined): MaybePromise<void> => {
      if (row === undefined) throw new Error(`${what}, and there is none with the identity ${String(id)}`);
      const change = { row, version: Number(row[0]), record: code.toRecord(row) };
      return recordAll(ctx, [() => make(ctx, { ...change, before: change.record })]);
    };
    const row = ctx.transaction!.bind(query).one({ conditions: [id], now: ctx.now });
    return then(row, record);
  };
}

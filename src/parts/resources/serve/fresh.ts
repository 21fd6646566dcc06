import type { CompiledResource } from '../../../contracts/compiled.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { listTouched } from '../../../plan/records/written.ts';

/** A record that is about to be written, after the work on others may have changed it. */
export interface Fresh {
  readonly row: Row;
  readonly before: RecordValue;
  readonly after: Draft;
}

/** Reads a record again before it is written, and applies the intended changes to it. Undefined if it was erased. */
export type ReadAgain = (
  ctx: RequestContext,
  was: RecordValue,
  after: Readonly<Draft>,
) => MaybePromise<Fresh | undefined>;

/** Creates it for a resource whose deletion may change its own records: by effects, by hooks, or by what follows it. Else undefined. */
export function createReadAgain(
  { plan, store, hookedChanges }: Pick<OperationContext, 'plan' | 'store' | 'hookedChanges'>,
  { plan: { name, identity }, toRecord }: CompiledResource,
): ReadAgain | undefined {
  if (hookedChanges.size === 0 && !listTouched(plan, [name]).has(name)) return undefined;
  const query = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  return (ctx, was, after) => {
    const found = ctx.transaction!.bind(query).one({ conditions: [was[identity]], now: ctx.now });
    return then(found, (row) => {
      if (row === undefined) return undefined;
      const before = toRecord(row);
      const changed = Object.entries(after).filter(([field, value]) => value !== was[field]);
      return { row, before, after: { ...before, ...Object.fromEntries(changed) } };
    });
  };
}

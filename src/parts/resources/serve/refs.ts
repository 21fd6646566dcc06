import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { PreparedQuery } from '../../../contracts/store.ts';
import type { RefPlan } from '../../../plan/operation.ts';
import { readKey, readPathValue } from '../../../plan/records/neighbours.ts';

/** Makes `OperationContext.loadRefs` for these refs: the records one ref away, as they hang on a record. */
export function createRefsLoader(
  refs: readonly RefPlan[],
  { plan, compiled, store }: Pick<OperationContext, 'plan' | 'compiled' | 'store'>,
): OperationContext['loadRefs'] {
  const loaders = refs.map(({ path, resource }) => {
    const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
    const query = store.prepare({ resource, conditions: [{ kind: 'equal', field: identity }] });
    return { path, resource, code: compiled.resources.get(resource)!, query };
  });
  if (loaders.length === 0) return () => undefined;
  return (ctx: RequestContext, record: RecordValue): MaybePromise<void> => {
    const found: RequestContext['refs'] = { ...ctx.refs };
    ctx.refs = found;
    let waits: Promise<void>[] | undefined;
    for (const { path, resource, code, query } of loaders) {
      const id = readPathValue(record, path);
      if (id === undefined || id === null) continue;
      const keep = (row: Row | undefined): void => {
        found[readKey(resource, id)] = row && code.toRecord(row);
      };
      const row = bindQuery(ctx, query).one({ conditions: [id], now: ctx.now });
      if (row instanceof Promise) {
        waits ??= [];
        waits.push(row.then(keep));
      } else keep(row);
    }
    return waits === undefined ? undefined : Promise.all(waits).then(() => undefined);
  };
}

/** Inside a transaction the record cannot be changed before its end, though others may look at it as well. */
function bindQuery(ctx: RequestContext, query: PreparedQuery): PreparedQuery {
  return ctx.transaction === undefined ? query : ctx.transaction.bind(query, 'share');
}

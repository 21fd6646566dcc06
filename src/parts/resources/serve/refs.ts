import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { PreparedQuery } from '../../../contracts/store.ts';
import type { RefPlan } from '../../../plan/operation.ts';
import { listRefIdentities, readKey } from '../../../plan/records/neighbours.ts';

type Dependencies = Pick<OperationContext, 'plan' | 'compiled' | 'store'>;

/** Loads the records that hang on some records into `found`. */
type Load = (ctx: RequestContext, records: readonly RecordValue[], found: RequestContext['refs']) => MaybePromise<void>;

/** Makes `OperationContext.loadRefs` for these refs: the records that hang on a record, and in turn on these. */
export function createRefsLoader(refs: readonly RefPlan[], dependencies: Dependencies): OperationContext['loadRefs'] {
  const load = createLoad(refs, dependencies);
  if (load === undefined) return () => undefined;
  return (ctx, record) => {
    const found: RequestContext['refs'] = { ...ctx.refs };
    ctx.refs = found;
    return load(ctx, [record], found);
  };
}

function createLoad(refs: readonly RefPlan[], dependencies: Dependencies): Load | undefined {
  const loaders = refs.map((ref) => ({ ref, find: createFinder(ref, dependencies) }));
  if (loaders.length === 0) return undefined;
  return (ctx, records, found) => {
    let waits: Promise<void>[] | undefined;
    for (const { ref, find } of loaders) {
      const ids = new Set(records.flatMap((record) => listRefIdentities(record, ref)));
      const done = ids.size === 0 ? undefined : find(ctx, [...ids], found);
      if (done instanceof Promise) {
        waits ??= [];
        waits.push(done);
      }
    }
    return waits === undefined ? undefined : Promise.all(waits).then(() => undefined);
  };
}

/** Creates what finds the records of a ref by their identities, and the records that hang on them. */
function createFinder({ resource, refs: further = [] }: RefPlan, dependencies: Dependencies) {
  const { plan, compiled, store } = dependencies;
  const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
  const code = compiled.resources.get(resource)!;
  const single = store.prepare({ resource, conditions: [{ kind: 'equal', field: identity }] });
  const several = store.prepare({ resource, conditions: [{ kind: 'compare', path: [identity], operator: 'in' }] });
  const follow = createLoad(further, dependencies);
  return (ctx: RequestContext, ids: readonly unknown[], found: RequestContext['refs']): MaybePromise<void> => {
    const keep = (rows: readonly Row[]): MaybePromise<void> => {
      const others = rows.map((row) => code.toRecord(row));
      for (const id of ids) found[readKey(resource, id)] = undefined;
      for (const other of others) found[readKey(resource, other[identity])] = other;
      return others.length === 0 ? undefined : follow?.(ctx, others, found);
    };
    if (ids.length > 1) {
      const query = bindQuery(ctx, several);
      return then(query.many({ conditions: [ids], now: ctx.now, limit: ids.length }), ({ rows }) => keep(rows));
    }
    const row = bindQuery(ctx, single).one({ conditions: ids, now: ctx.now });
    return then(row, (known) => keep(known === undefined ? [] : [known]));
  };
}

/** Inside a transaction the record cannot be changed before its end, though others may look at it as well. */
function bindQuery(ctx: RequestContext, query: PreparedQuery): PreparedQuery {
  return ctx.transaction === undefined ? query : ctx.transaction.bind(query, 'share');
}

import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { resolveReaders } from '../../../plan/records/readers.ts';
import { createKnownBy, createQueriesTo } from './known.ts';

/** Creates the test whether the caller may read the record that was loaded; `lock` is the lock with which it was loaded. */
export function createReadTest(
  { plan, resource, store, operation }: OperationContext,
  lock: 'write' | 'share',
): (ctx: RequestContext) => boolean | Promise<boolean> {
  if (resource === undefined) return () => false;
  const { name, identity } = resource.plan;
  const reads = createKnownBy(resolveReaders(plan, name, operation.record));
  const questionFor = createQueriesTo(store, name, [{ kind: 'equal', field: identity }], reads);
  return (ctx) => {
    const query = questionFor(ctx.caller);
    if (query === undefined) return false;
    const values = { conditions: [ctx.before![identity]], caller: ctx.caller?.values, now: ctx.now };
    const row = (ctx.transaction?.bind(query, lock) ?? query).one(values);
    return then(row, (resolved) => resolved !== undefined);
  };
}

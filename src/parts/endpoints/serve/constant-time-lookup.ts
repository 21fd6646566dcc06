import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Condition, PreparedQuery } from '../../../contracts/store.ts';
import { changesFound } from '../../../plan/kinds.ts';
import { resolveReaders } from '../../../plan/records/readers.ts';
import { createKnownBy, createKnownByItself, createQueriesTo } from '../../authentication/serve/known.ts';

/**
 * Makes the question that finds a record for a change: one that the row rules of the operation and of those by which the caller may
 * read hide from it is not found by the store itself, so that it takes no longer than one that never was.
 */
export function createKnownQuery(
  op: OperationContext,
  conditions: readonly Condition[],
): (caller: Caller | undefined) => PreparedQuery | undefined {
  const { plan, operation, resource, store } = op;
  const { name } = resource!.plan;
  if (!changesFound(operation)) {
    const all = store.prepare({ resource: name, conditions });
    return () => all;
  }
  const reads = createKnownBy(resolveReaders(plan, name, operation.record));
  return createQueriesTo(store, name, conditions, createKnownByItself(operation, reads));
}

import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext, Visible } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { readKey } from '../../../plan/records/neighbours.ts';
import { type DirectTarget, listDirectTargets } from '../../../plan/records/written.ts';
import type { TransitionPlan } from '../../../plan/resource.ts';

/** Returns the lookup that finds the record of a reference; undefined if its record is locked in any case. */
type FindLookup = (target: DirectTarget) => Pick<Visible, 'held'> | undefined;

type LockTargets = (ctx: RequestContext, record: RecordValue, lookupOf?: FindLookup) => MaybePromise<void>;

/**
 * Creates what locks the records that a record references and effects of rows change, in the order of their identities: two transactions
 * with the same records then do not wait for each other. Undefined if there are none.
 */
export function createTargetLocks(
  { plan, store }: Pick<OperationContext, 'plan' | 'store'>,
  rows: readonly TransitionPlan[],
): LockTargets | undefined {
  const targets = listDirectTargets(rows).map((target) => {
    const { identity } = plan.resources.find(({ name }) => name === target.resource)!;
    const conditions = [{ kind: 'equal' as const, field: identity }];
    return { ...target, query: store.prepare({ resource: target.resource, conditions }) };
  });
  if (targets.length === 0) return undefined;
  return (ctx, record, lookupOf) => {
    const { transaction, now } = ctx;
    if (transaction === undefined) return undefined;
    const due = targets.flatMap((target) => {
      const id = record[target.field];
      return id === undefined || id === null ? [] : [{ target, id, key: readKey(target.resource, id) }];
    });
    due.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
    // The statements of a transaction run in the order in which they are sent.
    const found = due.map(({ target, id }) => {
      const lookup = lookupOf?.(target);
      return lookup === undefined
        ? transaction.bind(target.query).one({ conditions: [id], now })
        : lookup.held(ctx, id);
    });
    const waits = found.filter((row) => row instanceof Promise);
    return waits.length === 0 ? undefined : then(Promise.all(waits), () => undefined);
  };
}

import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { readKey } from '../../../plan/records/neighbours.ts';
import { listDirectTargets } from '../../../plan/records/written.ts';
import type { TransitionPlan } from '../../../plan/resource.ts';

type LockTargets = (ctx: RequestContext, record: RecordValue) => MaybePromise<void>;

/**
 * Creates what locks the records that a record references and effects of rows change, in the order of their identities: two transactions
 * with the same records then do not wait for each other. Undefined if there are none.
 */
export function createTargetLocks(
  { plan, store }: Pick<OperationContext, 'plan' | 'store'>,
  rows: readonly TransitionPlan[],
): LockTargets | undefined {
  const targets = listDirectTargets(rows).map(({ field, resource }) => {
    const { identity } = plan.resources.find(({ name }) => name === resource)!;
    return { field, resource, query: store.prepare({ resource, conditions: [{ kind: 'equal', field: identity }] }) };
  });
  if (targets.length === 0) return undefined;
  return (ctx, record) => {
    const { transaction, now } = ctx;
    const due = new Map<string, { readonly id: unknown; readonly query: (typeof targets)[number]['query'] }>();
    for (const { field, resource, query } of targets) {
      const id = record[field];
      if (id !== undefined && id !== null) due.set(readKey(resource, id), { id, query });
    }
    if (transaction === undefined || due.size === 0) return undefined;
    const keys = [...due.keys()].sort();
    // The statements of a transaction run in the order in which they are sent.
    const found = keys.map((key) => {
      const { id, query } = due.get(key)!;
      return transaction.bind(query).one({ conditions: [id], now });
    });
    const waits = found.filter((row) => row instanceof Promise);
    return waits.length === 0 ? undefined : then(Promise.all(waits), () => undefined);
  };
}

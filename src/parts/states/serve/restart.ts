import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { findEntryIndex } from '../../../plan/records/row.ts';
import { listTimers, type TimerPlan } from '../../../plan/records/timed.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';

/** The timers of states that rows of an operation enter. */
export function listEnteredTimers(resource: ResourcePlan, operation: OperationPlan): readonly TimerPlan[] {
  const entered = listBindingRows(resource, operation).flatMap(({ field, rows }) =>
    rows.flatMap(({ to }) => (to.kind === 'state' ? [`${field} ${to.state}`] : [])),
  );
  return listTimers(resource).filter(({ field, state }) => entered.includes(`${field} ${state}`));
}

/** Creates the test whether a request enters the present state of the record again, so that a timer of that state restarts. */
export function createRestartCheck({
  resource,
  operation,
}: Pick<OperationContext, 'resource' | 'operation'>): (
  ctx: Pick<RequestContext, 'row' | 'since' | 'after'>,
) => boolean {
  const { plan } = resource!;
  const timers = listEnteredTimers(plan, operation).map(({ field, state }) => {
    return { field, state, at: findEntryIndex(plan, field) };
  });
  return ({ row, since, after }) =>
    timers.some(({ field, state, at }) => {
      if (since === undefined || row === undefined || after![field] !== state) return false;
      const [was, is] = [row[at], since[at - 1]];
      return was !== is && Number(was) !== is;
    });
}

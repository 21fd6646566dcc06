import type { EventPlan } from '../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Prover } from '../prover.ts';
import type { ShownRecord } from '../values/shown.ts';
import type { Exchanged } from '../world/exchanged.ts';
import { expectEvent, isCausedBy, nameCause } from './expect.ts';
import { seeChange } from './perform.ts';
import { listDelivered } from './watch.ts';

/** A change that was made, and an event that it causes for certain. */
export interface Caused {
  readonly operation: OperationPlan;
  readonly resource: ResourcePlan;
  readonly event: EventPlan;
  readonly id: string;
  readonly record: ShownRecord | undefined;
  readonly old: ShownRecord | undefined;
  readonly by: Exchanged;
}

/** Makes one change that causes an event of a delivery, by the first operation that succeeds; a text says why there is none. */
export async function cause(prover: Prover, delivery: DeliveryPlan): Promise<Caused | string> {
  const events = listDelivered(prover, delivery);
  const rank = ({ kind }: OperationPlan): number => (kind === 'create' ? 0 : kind === 'transition' ? 1 : 2);
  const operations = prover.operations
    .filter((operation) => events.some((event) => isCausedBy(event, nameCause(operation))))
    .toSorted((left, right) => rank(left) - rank(right));
  let why = 'no operation causes an event of it';
  for (const operation of operations) {
    const resource = prover.resource(operation.resource);
    const trial = resource === undefined ? 'it changes no record' : await prover.prepare(operation);
    if (typeof trial === 'string') {
      why = trial;
      continue;
    }
    const by = await prover.send(trial);
    if (by.response.status >= 400) continue;
    const change = await seeChange(prover, resource!, operation, trial.record, by);
    const event = events.find((one) => expectEvent(prover, one, change) === true);
    const id = (change.after ?? change.before)?.[resource!.identity];
    if (event === undefined || id === undefined) continue;
    return {
      operation,
      resource: resource!,
      event,
      id: String(id),
      record: change.after,
      old: change.before,
      by,
    };
  }
  return why;
}

import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Row } from '../../../contracts/record.ts';
import { findEntryIndex } from '../../../plan/records/row.ts';
import { listTimers, type TimerPlan } from '../../../plan/records/timed.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';

/** The timer of records in one state, as their rows state it. */
export interface Wait {
  readonly plan: TimerPlan;
  /** The index of the column of `getTimerField` in a row. */
  readonly at: number;
  /** When it ends for a row, in milliseconds; undefined where the row is not in the state or has no moment. */
  moment(row: Row): number | undefined;
  /** Returns the largest value in the column of `getTimerField` of records that are due at this time. */
  bound(now: number): number | string;
}

/** The waits of a resource, in the document's order. */
export function listWaits(plan: ResourcePlan, columnOf: OperationContext['columnOf']): readonly Wait[] {
  return listTimers(plan).map((wait): Wait => {
    const { time, state } = wait;
    const stateAt = columnOf(plan.name, wait.field);
    const at = time.kind === 'after' ? findEntryIndex(plan, wait.field) : columnOf(plan.name, time.field);
    const waiting = (row: Row): boolean => row[stateAt] === state && row[at] !== null && row[at] !== undefined;
    if (time.kind === 'after') {
      return {
        plan: wait,
        at,
        moment: (row) => (waiting(row) ? Number(row[at]) + time.milliseconds : undefined),
        bound: (now) => now - time.milliseconds,
      };
    }
    const { end, last: bound } = formatOf(plan.fields.find(({ name }) => name === time.field)!.schema)!.timer!;
    return { plan: wait, at, moment: (row) => (waiting(row) ? end(row[at] as string) : undefined), bound };
  });
}

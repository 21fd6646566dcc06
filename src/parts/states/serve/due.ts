import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Row } from '../../../contracts/record.ts';
import { findEntryIndex } from '../../../plan/records/row.ts';
import { listTimers, type TimerPlan } from '../../../plan/records/timed.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';

/** What records in one state wait for, as their rows state it. */
export interface Wait {
  readonly plan: TimerPlan;
  /** Where the column of `getTimerField` stands in a row. */
  readonly at: number;
  /** When it ends for a row, in milliseconds; undefined where the row is not in the state or has no moment. */
  moment(row: Row): number | undefined;
  /** What the column of `getTimerField` holds of records for which it ends at this moment or before is at most this. */
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

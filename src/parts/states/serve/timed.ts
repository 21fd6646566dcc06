import type { Making } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { MachinePlan } from '../../../plan/resource.ts';
import { timeOf, type WaitPlan } from '../../../plan/timed.ts';
import { takerOf } from './choose.ts';
import type { Row } from './rows.ts';

/** No row was taken: nothing happens. */
export const notTaken: Refusal = { condition: 'guard fails' };

/** Takes the first row of a wait whose guard holds, does its effect and moves the state; none: `notTaken`. */
export function timedChooseStep(making: Making, wait: WaitPlan): Step {
  const { plan, machines } = making.resource!;
  const m = plan.machines.findIndex(({ field }) => field === wait.field);
  const machine = plan.machines[m]!;
  const moment = plan.fields.filter((field) => field.state === true).findIndex(({ name }) => name === wait.field);
  const rows = wait.rows.map((i): Row => ({ plan: machine.transitions[i]!, code: machines[m]!.rows[i]! }));
  const take = takerOf(making, wait.field, moment);
  const markers = new Map(rows.map((row) => [row, markerOf(machine, wait, row)]));
  return (given) => {
    const record = given.before!;
    const row = rows.find(({ code }) => code.guard(given, record));
    if (row === undefined || row.plan.to.kind === 'refused') return notTaken;
    const marker = markers.get(row);
    if (marker === undefined) return take(given, record, row);
    const of = [record[plan.identity], wait.state, ...marker(given, moment)];
    const times = given.transaction!.next(plan.name, `taken by time: ${wait.transition}`, of);
    const first = (count: number): ReturnType<Step> => (count === 1 ? take(given, record, row) : notTaken);
    return times instanceof Promise ? times.then(first) : first(times);
  };
}

/** What tells one taking of a row from the next. */
type Marker = (given: Given, moment: number) => readonly unknown[];

/**
 * A row that leaves the record where it is due at the same moment still is counted in the store, so that it takes effect once:
 * `same` for each entry into the state, one behind which the time alone leads back for each moment that its field holds.
 */
function markerOf(machine: MachinePlan, { state, time }: WaitPlan, { plan }: Row): Marker | undefined {
  const field = time.kind === 'at' ? time.field : undefined;
  const value = (given: Given): readonly unknown[] => (field === undefined ? [] : [given.before![field]]);
  if (plan.to.kind === 'same') return (given, moment) => [given.since![moment], ...value(given)];
  if (field === undefined || plan.to.kind !== 'state' || !leadsTo(machine, plan.to.state, state)) return undefined;
  return value;
}

/** Whether the time alone leads from one state to another. */
function leadsTo({ transitions }: MachinePlan, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const row of transitions) {
      if (timeOf(row) !== undefined && row.to.kind === 'state' && row.from.includes(state)) reached.add(row.to.state);
    }
  }
  return reached.has(to);
}

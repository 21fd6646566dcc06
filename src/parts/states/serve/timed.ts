import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { getTimePlan, type TimerPlan } from '../../../plan/records/timed.ts';
import type { StateMachinePlan } from '../../../plan/resource.ts';
import { createRowTaker } from './choose.ts';
import { listCompiledRules, type Row } from './rows.ts';

/** No row was taken: nothing happens. */
export const notTaken: Refusal = { condition: 'guard fails' };

/** Takes the first row of a wait whose guard holds, does its effect and moves the state; none: `notTaken`. */
export function createTimedChooseStep(op: OperationContext, wait: TimerPlan): Step {
  const { plan, machines } = op.resource!;
  const m = plan.machines.findIndex(({ field }) => field === wait.field);
  const machine = plan.machines[m]!;
  const moment = plan.fields.filter((field) => field.state === true).findIndex(({ name }) => name === wait.field);
  const rows = wait.rows.map((i): Row => ({ plan: machine.transitions[i]!, code: machines[m]!.rows[i]! }));
  const take = createRowTaker(op, wait.field, moment);
  const rules = listCompiledRules(op.resource!, wait.transition);
  const answer = op.answering([...rules, ...rows].map((row) => row.plan.guard));
  const markers = new Map(rows.map((row) => [row, createMarker(machine, wait, row)]));
  return (ctx) => {
    const record = ctx.before!;
    const holds = ({ code }: Row): boolean => code.guard(ctx, record);
    const found = answer(ctx, () => (rules.every(holds) ? rows.find(holds) : undefined));
    return then(found, (row) => {
      if (row === undefined) return notTaken;
      const marker = markers.get(row);
      if (marker === undefined) return take(ctx, record, row);
      const of = [record[plan.identity], wait.state, ...marker(ctx, moment)];
      const times = ctx.transaction!.next(plan.name, /* not a message */ `taken by time: ${wait.transition}`, of);
      const first = (count: number): ReturnType<Step> => (count === 1 ? take(ctx, record, row) : notTaken);
      return then(times, first);
    });
  };
}

/** Distinguishes one taking of a row from the next. */
type Marker = (ctx: RequestContext, moment: number) => readonly unknown[];

/**
 * A row that leaves the record due at the same time is counted in the store, so that it takes effect once: `same` for each entry into the
 * state, one that a timer leads back from for each value of its field.
 */
function createMarker(machine: StateMachinePlan, { state, time }: TimerPlan, { plan }: Row): Marker | undefined {
  const field = time.kind === 'at' ? time.field : undefined;
  const value = (ctx: RequestContext): readonly unknown[] => (field === undefined ? [] : [ctx.before![field]]);
  if (plan.to.kind === 'same') return (ctx, moment) => [ctx.since![moment], ...value(ctx)];
  if (field === undefined || plan.to.kind !== 'state' || !leadsTo(machine, plan.to.state, state)) return undefined;
  return value;
}

/** Whether the time alone leads from one state to another. */
function leadsTo({ transitions }: StateMachinePlan, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const row of transitions) {
      if (getTimePlan(row) !== undefined && row.to.kind === 'state' && row.from.includes(state))
        reached.add(row.to.state);
    }
  }
  return reached.has(to);
}

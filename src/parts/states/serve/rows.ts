import type { CompiledResource } from '../../../contracts/compiled.ts';
import { type Bound, listBindingRows } from '../../../plan/records/binding-rows.ts';
import type { StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';

/** A row of a transition table with its code. */
export interface Row {
  readonly plan: TransitionPlan;
  readonly code: CompiledResource['machines'][number]['rows'][number];
}

/** The rows of one machine that bind an operation. */
export interface MachineRows {
  readonly machine: StateMachinePlan;
  /** The state field; none for actions. */
  readonly field: string | undefined;
  /** Which of the record's entry moments is that of this field. */
  readonly moment: number;
  readonly rows: readonly Row[];
}

/** The rows that bind an operation, with their code. */
export function listCompiledRows(resource: CompiledResource, operation: Bound): readonly MachineRows[] {
  const moments = resource.plan.fields.filter((field) => field.state === true).map((field) => field.name);
  return listBindingRows(resource.plan, operation).map(({ machine, field, rows }): MachineRows => {
    const codes = resource.machines[resource.plan.machines.indexOf(machine)]!.rows;
    const moment = field === undefined ? -1 : moments.indexOf(field);
    const coded = rows.map((plan): Row => ({ plan, code: codes[machine.transitions.indexOf(plan)]! }));
    return { machine, field, moment, rows: coded };
  });
}

/** Whether a row is taken from a state. Actions and rows of `create` have no state before; any other row names its states. */
export function isTakenFrom(plan: TransitionPlan, field: string | undefined, state: string | undefined): boolean {
  return field === undefined || plan.name === 'create' || (state !== undefined && plan.from.includes(state));
}

/** The row that answers where the guards of all rows fail: the last that names a code, else the last. */
export function findRefusingRow<T extends { readonly error?: string }>(rows: readonly T[]): T | undefined {
  return rows.findLast(({ error }) => error !== undefined) ?? rows.at(-1);
}

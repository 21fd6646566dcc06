import type { CompiledResource } from '../../../contracts/compiled.ts';
import { type Bound, listBindingRows, listOperationRules } from '../../../plan/records/binding-rows.ts';
import type { OperationRulePlan, TransitionPlan } from '../../../plan/resource.ts';

/** A row of a transition table, or of a rule, with its code. */
export interface Row {
  readonly plan: TransitionPlan | OperationRulePlan;
  readonly code: CompiledResource['machines'][number]['rows'][number];
}

/** The rows of one machine that bind an operation, or that of a rule. */
export interface MachineRows {
  /** The state field; none for actions and rules. */
  readonly field: string | undefined;
  /** Which of the record's entry moments is that of this field. */
  readonly moment: number;
  readonly rows: readonly Row[];
}

/** The rows that bind an operation, with their code. */
export function listCompiledRows(resource: CompiledResource, operation: Bound): readonly MachineRows[] {
  const moments = resource.plan.fields.filter((field) => field.state === true).map((field) => field.name);
  return listBindingRows(resource.plan, operation).map(({ machine, field, rows }): MachineRows => {
    if (machine === undefined) return { field, moment: -1, rows: rows.map((rule) => findRuleCode(resource, rule)) };
    const codes = resource.machines[resource.plan.machines.indexOf(machine)]!.rows;
    const moment = field === undefined ? -1 : moments.indexOf(field);
    const coded = rows.map((plan): Row => ({ plan, code: codes[machine.transitions.indexOf(plan)]! }));
    return { field, moment, rows: coded };
  });
}

/** The rules of a transition, or of `delete`, with their code. */
export function listCompiledRules(resource: CompiledResource, name: string): readonly Row[] {
  return listOperationRules(resource.plan, [name]).map((rule) => findRuleCode(resource, rule));
}

function findRuleCode({ operationRules }: CompiledResource, plan: Row['plan']): Row {
  return { plan, code: operationRules.get(plan)! };
}

/** Whether a row is taken from a state. Actions and rows of `create` have no state before; any other row names its states. */
export function isTakenFrom(plan: TransitionPlan, field: string | undefined, state: string | undefined): boolean {
  return field === undefined || plan.name === 'create' || (state !== undefined && plan.from.includes(state));
}

/** The row that answers where the guards of all rows fail: the last that names a code, else the last. */
export function findRefusingRow<T extends { readonly error?: string }>(rows: readonly T[]): T | undefined {
  return rows.findLast(({ error }) => error !== undefined) ?? rows.at(-1);
}

import type { CompiledResource } from '../../../contracts/compiled.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan, PickEach } from '../../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';

type Bound = PickEach<OperationPlan, 'kind' | 'verb'>;

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

/** The rows of one machine that a request may take. */
export interface BindingRows {
  readonly machine: StateMachinePlan;
  /** The state field; none for actions. */
  readonly field: string | undefined;
  readonly rows: readonly TransitionPlan[];
}

/** Returns the rows of a resource that bind an operation, by state machine: rows for requests. */
export function listBindingRows({ machines }: ResourcePlan, operation: Bound): readonly BindingRows[] {
  const names = namesBinding(operation);
  return machines.flatMap((machine): BindingRows[] => {
    const { field, transitions } = machine;
    const callable = transitions.filter(({ trigger }) => trigger === undefined || trigger.kind === 'handler');
    const name = names.find((candidate) => callable.some((row) => row.name === candidate));
    if (name === undefined) return [];
    return [{ machine, field, rows: callable.filter((row) => row.name === name) }];
  });
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

/** Returns the names under which rows bind an operation: those of `update` and `replace` replace each other. */
function namesBinding({ kind, verb }: Bound): readonly string[] {
  return kind === 'transition' ? [verb] : operationKinds[kind].boundBy;
}

/** The row that answers where the guards of all rows fail: the last that names a code, else the last. */
export function findRefusingRow<T extends { readonly error?: string }>(rows: readonly T[]): T | undefined {
  return rows.findLast(({ error }) => error !== undefined) ?? rows.at(-1);
}

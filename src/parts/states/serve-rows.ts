import type { MachinePlan, TransitionPlan } from '../../plan/resource.ts';
import type { CompiledResource } from '../../steps/compiled.ts';
import type { Making } from '../../steps/maker.ts';

/** A row of a transition table with its code. */
export interface Row {
  readonly plan: TransitionPlan;
  readonly code: CompiledResource['machines'][number]['rows'][number];
}

/** The rows of one machine that bind an operation. */
export interface MachineRows {
  readonly machine: MachinePlan;
  /** The state field; none for actions. */
  readonly field: string | undefined;
  /** Which of the record's entry moments is that of this field. */
  readonly moment: number;
  readonly rows: readonly Row[];
}

/** The rows of a resource that a name means, machine by machine: those that a request may take. */
export function rowsNamed(resource: CompiledResource, names: readonly string[]): readonly MachineRows[] {
  const moments = resource.plan.fields.filter((field) => field.state === true).map((field) => field.name);
  return resource.plan.machines.flatMap((machine, m): MachineRows[] => {
    const codes = resource.machines[m]!.rows;
    const all = machine.transitions.map((plan, i): Row => ({ plan, code: codes[i]! }));
    const callable = all.filter(({ plan }) => plan.trigger === undefined || plan.trigger.kind === 'code');
    const name = names.find((one) => callable.some(({ plan }) => plan.name === one));
    if (name === undefined) return [];
    const rows = callable.filter(({ plan }) => plan.name === name);
    const moment = machine.field === undefined ? -1 : moments.indexOf(machine.field);
    return [{ machine, field: machine.field, moment, rows }];
  });
}

/** Whether a row is taken from a state. Actions and rows of `create` have no state before; any other row names its states. */
export function takenFrom(plan: TransitionPlan, field: string | undefined, state: string | undefined): boolean {
  return field === undefined || plan.name === 'create' || (state !== undefined && plan.from.includes(state));
}

/** The names under which rows bind an operation: those of `update` and `replace` stand in for each other. */
export function namesBinding({ operation }: Making): readonly string[] {
  switch (operation.kind) {
    case 'transition':
      return [operation.verb!];
    case 'update':
      return ['update', 'replace'];
    case 'replace':
      return ['replace', 'update'];
    case 'create':
    case 'delete':
      return [operation.kind];
    default:
      return [];
  }
}

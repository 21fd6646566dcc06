import { listBindingTransitions, ownVerbs } from '../../plan/kinds.ts';
import { memo } from '../../text/memo.ts';
import type { RuleModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { StateMachineModel, TransitionModel } from '../states/model.ts';
import { listMachines } from './definitions.ts';

/** All rows of one transition of a resource, in the order of the document. */
export interface TransitionRows {
  readonly name: string;
  readonly resource: string;
  readonly machine: StateMachineModel;
  readonly rows: readonly TransitionModel[];
}

/** The transitions of a service by `pay Invoice`; rows of `create`, `update`, `replace` and `delete` are among them. */
export const collectTransitions = memo((service: Service): ReadonlyMap<string, TransitionRows> => {
  const all = new Map<
    string,
    { name: string; resource: string; machine: StateMachineModel; rows: TransitionModel[] }
  >();
  for (const machine of service.states.machines) {
    for (const row of machine.transitions) {
      const resource = machine.resource.value;
      const key = `${row.name.value} ${resource}`;
      const before = all.get(key);
      if (before === undefined) all.set(key, { name: row.name.value, resource, machine, rows: [row] });
      else before.rows.push(row);
    }
  }
  return all;
});

/** The names of the transitions of a resource, without `create`, `update`, `replace` and `delete`. */
export function listTransitionNames(service: Service, resource: string): ReadonlySet<string> {
  const rows = listMachines(service, resource).flatMap(({ transitions }) => transitions);
  return new Set(rows.flatMap(({ name: { value } }) => (ownVerbs.has(value) ? [] : [value])));
}

/** Whether a rule is one of an operation or a transition: its On names it. */
export function isRuleOf({ on }: RuleModel, name: string): boolean {
  const names = listBindingTransitions(name);
  return on.some(({ value }) => names.includes(value));
}

/** The states in which a transition may leave a record; `same` leaves it in the states that the row is taken from. */
export function listTransitionEndStates({ machine, rows }: TransitionRows): readonly string[] {
  const ends = new Set<string>();
  for (const { from, to } of rows) {
    if (to?.kind === 'state') ends.add(to.state.value);
    if (to?.kind !== 'same') continue;
    if (from.kind === 'states') for (const state of from.states) ends.add(state.value);
    else if (from.kind !== 'none') {
      for (const { name, kind } of machine.states)
        if (kind?.value !== 'final' && kind?.value !== 'gone') ends.add(name.value);
    }
  }
  return [...ends];
}

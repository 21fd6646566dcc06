import { findMachine } from '../resolve/definitions.ts';
import type { Older, OlderField } from '../resolve/older.ts';
import type { StateMachineModel, StatesModel } from './model.ts';

/** The names of states as an older version shows them. Transitions stay: they run on the present document. */
export function undo(older: Older): StatesModel {
  const fields = new Map<StateMachineModel, OlderField>();
  for (const resource of older.service.resources.resources) {
    for (const field of older.fields.get(resource.name.value)?.values() ?? []) {
      if (field.present === undefined || field.states === undefined) continue;
      const machine = findMachine(older.service, resource, field.present);
      if (machine !== undefined) fields.set(machine, field);
    }
  }
  return {
    machines: older.service.states.machines.map((machine) => {
      const field = fields.get(machine);
      return field === undefined ? machine : toShownMachine(machine, field);
    }),
  };
}

function toShownMachine(machine: StateMachineModel, { model, states = [] }: OlderField): StateMachineModel {
  const known = new Map(machine.states.map((state) => [state.name.value, state]));
  return {
    ...machine,
    ...(machine.field === undefined ? {} : { field: { value: model.name.value, span: machine.field.span } }),
    states: states.map((name) => known.get(name.value) ?? { name, editable: [], span: name.span }),
  };
}

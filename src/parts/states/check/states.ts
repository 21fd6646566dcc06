import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isName, toValidName } from '../../../text/names.ts';
import type { Machine } from '../../resolve/machines.ts';
import { diagnostics } from '../diagnostics.ts';
import type { StateModel } from '../model.ts';

/** Words of From and To, which no state may have as its name. */
const takenStates: ReadonlySet<string> = new Set(['any', 'any other', 'same', 'refused', 'not shown']);

/** Whether a name is a word of From or To, in any letter case. */
export function isReservedState(name: string): boolean {
  return takenStates.has(name.toLowerCase());
}

/** Checks the states of a machine: their names, and that exactly one is where records begin. */
export function checkStates(machine: Machine, report: (diagnostic: Diagnostic) => void): void {
  const { model, field, label } = machine;
  const { states, transitions, matrix } = model;
  if (field === undefined) {
    const first = states[0]?.name.span ?? matrix?.states[0]?.span;
    if (first !== undefined) report(diagnostics['no-state-field'](first, machine.resource.name.value));
  }
  if (states.length === 0) {
    if (transitions.length === 0 && matrix === undefined)
      report(diagnostics['nothing-stated'](model.resource.span, label));
    else if (field !== undefined) report(diagnostics['no-states'](model.resource.span, label));
    return;
  }
  let initial: StateModel | undefined;
  for (const state of states) {
    const { name, kind } = state;
    if (isReservedState(name.value)) report(diagnostics['state-name'](name.span, name.value));
    else if (!isName(name.value, 'either')) {
      report(diagnostics['name-form'](name.span, name.value, 'a state', toValidName(name.value, 'either')));
    }
    if (kind?.value !== 'initial') continue;
    if (initial === undefined) initial = state;
    else report(diagnostics['second-initial'](kind.span, name.value, initial.name.span));
  }
  if (initial === undefined) report(diagnostics['no-initial'](model.resource.span, label));
}

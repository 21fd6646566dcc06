import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isName, toValidName } from '../../../text/names.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Machine } from '../../resolve/machines.ts';
import { diagnostics } from '../diagnostics.ts';
import type { StateModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Words of From and To, which no state may have as its name. */
const takenStates: ReadonlySet<string> = new Set(['any', 'any other', 'same', 'not shown']);

/** Whether a name is a word of From or To, in any letter case. */
export function isReservedState(name: string): boolean {
  return takenStates.has(name.toLowerCase());
}

/** Checks the states of a machine: their names, and that exactly one is where records begin. */
export function checkStates(machine: Machine, report: Report): void {
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
  for (const state of states) {
    const { name } = state;
    if (isReservedState(name.value)) report(diagnostics['state-name'](name.span, name.value));
    else if (!isName(name.value, 'either')) {
      report(diagnostics['name-form'](name.span, name.value, 'a state', toValidName(name.value, 'either')));
    }
  }
  const initial = states.filter(({ kind }) => kind?.value === 'initial');
  if (initial.length === 0) report(diagnostics['no-initial'](model.resource.span, label));
  if (initial.length > 1 && field !== undefined) checkInitialStates(machine, initial, report);
}

/** Checks that rows of `create` enter each of several initial states. */
function checkInitialStates({ model }: Machine, initial: readonly StateModel[], report: Report): void {
  const rows = model.transitions.filter(({ name }) => name.value === 'create');
  // A row without To has a diagnostic of its own.
  if (rows.some(({ to, guard }) => to === undefined || (guard !== undefined && isNotShown(guard)))) return;
  const open = listOpenInitialStates(model);
  for (const { name, kind } of rows.length === 0 ? open.slice(1) : open) {
    const other = initial.find((state) => state.name !== name)!;
    report(diagnostics['second-initial'](kind!.span, name.value, other.name.span));
  }
}

/** Returns those of several initial states that no row of `create` enters. */
export function listOpenInitialStates({ states, transitions }: Machine['model']): readonly StateModel[] {
  const initial = states.filter(({ kind }) => kind?.value === 'initial');
  const rows = transitions.filter(({ name }) => name.value === 'create');
  const entered = new Set(rows.map(({ to }) => (to?.kind === 'state' ? to.state.value : undefined)));
  return initial.length < 2 ? [] : initial.filter(({ name }) => !entered.has(name.value));
}

import { ownVerbs } from '../../plan/kinds.ts';
import { memo, memoByKey } from '../../text/memo.ts';
import type { ResourceModel } from '../resources/model.ts';
import type { StateMachineModel, StateModel, TransitionModel } from '../states/model.ts';

/** A machine with the resource and the state field that it stands for; without a field it holds the resource's actions. */
export interface Machine {
  readonly model: StateMachineModel;
  readonly resource: ResourceModel;
  readonly field: string | undefined;
  /** `Invoice` or `Invoice.status`, for messages. */
  readonly label: string;
  /** The states by name; of doubled names the first. */
  readonly states: ReadonlyMap<string, StateModel>;
}

/** The states of a machine by name; of doubled names the first. */
export function indexStates(model: StateMachineModel): ReadonlyMap<string, StateModel> {
  const states = new Map<string, StateModel>();
  for (const state of model.states) if (!states.has(state.name.value)) states.set(state.name.value, state);
  return states;
}

/** True for a row that the time runs: it has `after` or `at`. */
export function isTimed(transition: TransitionModel): boolean {
  return transition.trigger?.kind === 'after' || transition.trigger?.kind === 'at';
}

/** The rows of a machine by their transition's name, in the document's order. */
export function groupRows(machine: StateMachineModel): ReadonlyMap<string, readonly TransitionModel[]> {
  const rows = new Map<string, TransitionModel[]>();
  for (const transition of machine.transitions) {
    const list = rows.get(transition.name.value);
    if (list === undefined) rows.set(transition.name.value, [transition]);
    else list.push(transition);
  }
  return rows;
}

/** What `any` means in the rows of a transition; one list for all transitions with the same answer. */
export function resolveAnyStates(states: ReadonlyMap<string, StateModel>, transition: string): readonly string[] {
  return listAnyStates(states, ownVerbs.has(transition) && transition !== 'create');
}

const listAnyStates = memoByKey((states: ReadonlyMap<string, StateModel>, withFinal: boolean): readonly string[] =>
  [...states.values()]
    .filter(({ kind }) => kind?.value !== 'gone' && (withFinal || kind?.value !== 'final'))
    .map((state) => state.name.value),
);

/** The states of a list; the rows of `any` share one list, and so one set. */
export const getStateSet = memo((states: readonly string[]): ReadonlySet<string> => {
  return new Set(states);
});

/**
 * The states that From names: `any` is every state that is neither final nor gone, `any other` every one of these that no
 * other row of the transition names; in rows of `update`, `replace` and `delete` both count final states too. Names that are
 * no state are left out.
 */
export function createFromStatesReader(
  states: ReadonlyMap<string, StateModel>,
  rows: readonly TransitionModel[],
): (transition: TransitionModel) => readonly string[] {
  const all = resolveAnyStates(states, rows[0]?.name.value ?? '');
  let others: readonly string[] | undefined;
  const other = (): readonly string[] => {
    const named = new Set(
      rows.flatMap((row) => (row.from.kind === 'states' ? row.from.states.map(({ value }) => value) : [])),
    );
    return all.filter((state) => !named.has(state));
  };
  return (transition) => {
    const { from } = transition;
    if (from.kind === 'any') return all;
    if (from.kind === 'any other') {
      others ??= other();
      return others;
    }
    if (from.kind !== 'states') return [];
    return [...new Set(from.states.map(({ value }) => value))].filter((value) => states.has(value));
  };
}

import type { StateMachinePlan, TransitionPlan } from '../resource.ts';

/** Returns the states in which a new record may begin. */
export function listInitialStates({ states }: Pick<StateMachinePlan, 'states'>): readonly string[] {
  return states.filter(({ kind }) => kind === 'initial').map(({ name }) => name);
}

/** Returns the state of each new record; undefined where rows of `create` choose among several. */
export function findOnlyInitialState(machine: Pick<StateMachinePlan, 'states'>): string | undefined {
  const [first, second] = listInitialStates(machine);
  return second === undefined ? first : undefined;
}

/** Returns the rows of `create` by which a record begins in a state. */
export function listCreateRowsInto(machine: StateMachinePlan, state: string): readonly TransitionPlan[] {
  const only = findOnlyInitialState(machine);
  return machine.transitions.filter(({ name, to }) => {
    if (name !== 'create') return false;
    return to.kind === 'state' ? to.state === state : only === state;
  });
}

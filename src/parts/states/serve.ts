import type { StepLine } from '../../contracts/definition.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { RefusalPlan } from '../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import { enumerate } from '../../text/enumerate.ts';

/** The message of a problem that a state makes, and the state, which older versions may call otherwise. */
export function createStateMessage(
  inState: NonNullable<FieldError['inState']>,
): Pick<FieldError, 'message' | 'inState'> {
  return { message: `${inState.words} while ${inState.field} is ${inState.state}`, inState };
}

/** A row of a matrix, with the state field that it speaks of. */
export interface MatrixRow {
  readonly state: string;
  readonly field: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** The rows that require a field, or require its absence. */
export function listMatrixRows(machines: readonly StateMachinePlan[]): readonly MatrixRow[] {
  return machines.flatMap(({ field, matrix }) => {
    if (field === undefined) return [];
    const binding = matrix.filter(({ cells }) => Object.values(cells).some((cell) => cell !== 'fixed'));
    return binding.map((row) => ({ state: field, ...row }));
  });
}

/** Describes the fields that all matrices bind, each with its states. */
export function describeMatrixRows(
  { machines }: ResourcePlan,
  word: 'fixed' | 'required' | 'absent',
  say: (field: string, states: string) => string,
  ...refusals: readonly RefusalPlan[]
): readonly StepLine[] {
  return machines.flatMap(({ field: state, matrix }) =>
    matrix.flatMap(({ field, cells, line }) => {
      const states = Object.keys(cells).filter((key) => cells[key] === word);
      return state === undefined || states.length === 0
        ? []
        : [{ words: say(field, enumerate(states, 'or')), refusals, line }];
    }),
  );
}

import { goneStates } from '../../plan/gone.ts';
import { pointerOf, sentFields } from '../../plan/sent.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { seen } from '../endpoints/serve-change.ts';
import { sentOtherwise } from '../endpoints/serve-sent.ts';
import { namesBinding, rowsNamed } from './serve-rows.ts';

/** A record in a state of kind `gone` answers so to every operation on it. */
export function goneStep(making: Making): Step | undefined {
  const { operation, resource, columnOf } = making;
  if (resource === undefined || operation.kind === 'list') return undefined;
  if (operation.kind === 'create' && operation.method !== 'PUT') return undefined;
  const gone = goneStates(resource.plan).map(({ field, states }) => ({
    at: columnOf(resource.plan.name, field),
    states,
  }));
  if (gone.length === 0) return undefined;
  const line = resource.plan.machines.find(({ states }) => states.some(({ kind }) => kind === 'gone'))!.line;
  const refusal: Refusal = { condition: 'gone', line };
  const creates = operation.kind === 'create';
  return (given) => {
    const { row } = given;
    if (row === undefined || !gone.some(({ at, states }) => states.includes(row[at] as string))) return undefined;
    // A record that is hidden is there for nobody else: who wants to create it is told the same as of any other.
    return creates && !seen(making, given) ? undefined : refusal;
  };
}

/** Rows with a From bind the operation to those states: any other is `wrong state`. */
export function fromStep(making: Making): Step | undefined {
  const { resource, operation } = making;
  if (resource === undefined || operation.kind === 'create') return undefined;
  const bound = rowsNamed(resource, namesBinding(making)).flatMap(({ field, rows }) => {
    if (field === undefined) return [];
    const states = new Set(rows.flatMap(({ plan }) => plan.from));
    const transition = `${rows[0]!.plan.name} ${resource.plan.name}`;
    const refusal: Refusal = { condition: 'wrong state', transition, line: rows[0]!.plan.line };
    return [{ field, states, refusal }];
  });
  if (bound.length === 0) return undefined;
  return ({ before }) => {
    for (const { field, states, refusal } of bound) if (!states.has(before![field] as string)) return refusal;
    return undefined;
  };
}

/** Fields that the present state fixes may be sent as they are shown only. */
export function fixedStep(making: Making): Step | undefined {
  const { resource, operation } = making;
  if (resource === undefined || (operation.kind !== 'update' && operation.kind !== 'replace')) return undefined;
  const paths = new Map(sentFields(operation.input).map(({ field, path }) => [field, path]));
  const plans = new Map(resource.plan.fields.map((field) => [field.name, field]));
  const fixed = resource.plan.machines.flatMap(({ field: state, matrix }) =>
    state === undefined
      ? []
      : matrix
          .filter(({ cells }) => Object.values(cells).includes('fixed'))
          .map(({ field, cells, line }) => {
            return { state, cells, line, plan: plans.get(field)!, pointer: pointerOf(paths.get(field) ?? [field]) };
          }),
  );
  if (fixed.length === 0) return undefined;
  const otherwise = sentOtherwise(making);
  return (given) => {
    let fields: FieldProblem[] | undefined;
    for (const { state, plan, cells, line, pointer } of fixed) {
      if (cells[given.before![state] as string] !== 'fixed' || !otherwise(given, plan)) continue;
      fields ??= [];
      const inState = {
        words: 'is fixed',
        holder: resource.plan.name,
        field: state,
        state: given.before![state] as string,
      };
      fields.push({ pointer, problem: 'fixed', ...saidInState(inState), line });
    }
    return fields === undefined ? undefined : { condition: 'wrong state', fields, line: fields[0]!.line! };
  };
}

/** The message of a problem that a state makes, and the state, which older versions may call otherwise. */
function saidInState(inState: NonNullable<FieldProblem['inState']>): Pick<FieldProblem, 'message' | 'inState'> {
  return { message: `${inState.words} while ${inState.field} is ${inState.state}`, inState };
}

/** Fields that must stand, or be absent, in the state in which the write ends. */
export function matrixStep(making: Making): Step | undefined {
  const { resource, operation } = making;
  if (resource === undefined || !writes(operation.kind)) return undefined;
  const rows = matrixRows(resource.plan.machines);
  if (rows.length === 0) return undefined;
  return (given) => {
    if (given.unchanged || given.after === undefined) return undefined;
    given.problems ??= [];
    checkMatrix(rows, resource.plan.name, given, given.problems);
    return undefined;
  };
}

function writes(kind: Making['operation']['kind']): boolean {
  return kind === 'create' || kind === 'update' || kind === 'replace' || kind === 'transition' || kind === 'delete';
}

interface MatrixRow {
  readonly state: string;
  readonly field: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** The rows that require a field, or require its absence. */
export function matrixRows(machines: NonNullable<Making['resource']>['plan']['machines']): readonly MatrixRow[] {
  return machines.flatMap(({ field, matrix }) => {
    if (field === undefined) return [];
    const binding = matrix.filter(({ cells }) => Object.values(cells).some((cell) => cell !== 'fixed'));
    return binding.map((row) => ({ state: field, ...row }));
  });
}

function checkMatrix(
  rows: readonly MatrixRow[],
  holder: string,
  { after }: Pick<Given, 'after'>,
  problems: FieldProblem[],
): void {
  for (const { state, field, cells, line } of rows) {
    const cell = cells[after![state] as string];
    if (cell === undefined || cell === 'fixed') continue;
    const there = after![field] !== undefined && after![field] !== null;
    const pointer = pointerOf([field]);
    const said = (words: string) => saidInState({ words, holder, field: state, state: after![state] as string });
    if (cell === 'required' && !there) problems.push({ pointer, problem: 'missing', ...said('is required'), line });
    else if (cell === 'absent' && there)
      problems.push({ pointer, problem: 'present', ...said('must be absent'), line });
  }
}

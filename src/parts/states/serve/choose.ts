import type { Making } from '../../../contracts/operation-context.ts';
import type { FieldProblem, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { problemsAsSent } from '../../resources/serve.ts';
import { lastRefusing, type MachineRows, type Row, rowsNamed, takenFrom } from './rows.ts';

/** Creates the step that takes rows, machine by machine. */
export function createChoice(making: Making): Step {
  const { resource, operation } = making;
  const choosers = rowsNamed(resource!, operation).map((machine) => chooser(making, machine));
  const transition = operation.kind === 'transition';
  return (given) => {
    if (given.repeated === true) return undefined;
    const record = (transition ? given.before : (given.after ?? given.before)) as RecordValue;
    return runAll(choosers, given, record, 0);
  };
}

type Chooser = (given: Given, record: RecordValue) => ReturnType<Step>;

function runAll(choosers: readonly Chooser[], given: Given, record: RecordValue, from: number): ReturnType<Step> {
  for (let i = from; i < choosers.length; i++) {
    const outcome = choosers[i]!(given, record);
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? runAll(choosers, given, record, i + 1));
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function chooser(making: Making, { field, moment, rows }: MachineRows): Chooser {
  const named = { transition: `${rows[0]!.plan.name} ${making.resource!.plan.name}` };
  const byState = new Map<string | undefined, readonly Row[]>();
  const from = (state: string | undefined): readonly Row[] => {
    const known = byState.get(state);
    if (known !== undefined) return known;
    const found = rows.filter(({ plan }) => takenFrom(plan, field, state));
    byState.set(state, found);
    return found;
  };
  const take = takerOf(making, field, moment);
  const refusals = new Map(rows.map((row) => [row.plan, refusalOf(row, named)]));
  return (given, record) => {
    const state = field === undefined || given.before === undefined ? undefined : (given.before[field] as string);
    const candidates = from(state);
    for (const row of candidates) {
      if (!row.code.guard(given, record)) continue;
      return row.plan.to.kind === 'refused' ? refusals.get(row.plan) : take(given, record, row);
    }
    const last = lastRefusing(candidates.map(({ plan }) => plan));
    return last === undefined ? undefined : refusals.get(last);
  };
}

function refusalOf({ plan }: Row, named: { readonly transition: string }): Refusal {
  const code = plan.refusal === undefined ? {} : { named: plan.refusal };
  return { condition: 'guard fails', ...named, ...code, line: plan.line };
}

/** Takes a row: does its effect and moves the state; `moment` is the index of the state field's moment of entry, or −1. */
export function takerOf(
  { operation, resource, loadRefs }: Making,
  field: string | undefined,
  moment: number,
): (given: Given, record: RecordValue, row: Row) => ReturnType<Step> {
  const name = resource!.plan.name;
  const read = new Set(operation.refs.map(({ path }) => path[0]));
  const asSent = problemsAsSent(operation);
  const follow = (given: Given, row: Row, problems: readonly FieldProblem[]): ReturnType<Step> => {
    const refusal = move(given, row, problems);
    // What is read next through a reference that the row has set is the record that it names now.
    if (refusal !== undefined || !row.plan.effects.some(({ path }) => read.has(path[0]))) return refusal;
    const loaded = loadRefs(given, given.after!);
    return loaded instanceof Promise ? loaded.then(() => undefined) : undefined;
  };
  const move = (given: Given, { plan }: Row, problems: readonly FieldProblem[]): Refusal | undefined => {
    if (problems.length > 0)
      return { condition: 'invalid input', fields: asSent(problems), line: problems[0]!.line ?? plan.line };
    if (plan.to.kind !== 'state' || field === undefined) return undefined;
    given.after ??= { ...given.before };
    given.after[field] = plan.to.state;
    if (moment !== -1 && given.since !== undefined) given.since[moment] = given.now;
    if (operation.kind === 'delete') given.kept = true;
    return undefined;
  };
  return (given, record, row) => {
    if (row.plan.effects.length === 0) return move(given, row, []);
    const problems: FieldProblem[] = [];
    given.after ??= { ...given.before };
    const next = (of: string, within: readonly unknown[]): number | Promise<number> =>
      given.transaction!.next(name, of, within);
    const done = row.code.effect(given, record, given.after, next, problems);
    return done instanceof Promise ? done.then(() => follow(given, row, problems)) : follow(given, row, problems);
  };
}

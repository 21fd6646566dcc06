import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { findRefField } from '../../../plan/records/neighbours.ts';
import { listReadFields } from '../../../plan/records/read-fields.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { createSentErrorMapper } from '../../resources/serve.ts';
import { findRefusingRow, isTakenFrom, listCompiledRows, type MachineRows, type Row } from './rows.ts';

/** Creates the step that takes rows, machine by machine. */
export function createChoice(op: OperationContext): Step {
  const { resource, operation } = op;
  const transition = operation.kind === 'transition';
  const computes = !transition && readsComputed(resource!.plan, operation);
  const choosers = listCompiledRows(resource!, operation).map((machine): Chooser => {
    const choose = createChooser(op, machine);
    if (!computes) return choose;
    // After the effects of an earlier machine. A failure is reported at the end, when the fields are computed again.
    return (ctx, record) => {
      if (ctx.after !== undefined) resource!.compute(ctx.after, []);
      return choose(ctx, record);
    };
  });
  return (ctx) => {
    const record = (transition ? ctx.before : (ctx.after ?? ctx.before)) as RecordValue;
    return runAll(choosers, ctx, record, 0);
  };
}

/** Whether guards or effects read a field that is computed when the record is stored. */
function readsComputed(resource: ResourcePlan, operation: OperationPlan): boolean {
  const rows = listBindingRows(resource, operation).flatMap((bound) => bound.rows);
  const read = new Set(rows.flatMap(({ guard, effects }) => listReadFields([guard, effects])));
  return resource.fields.some(({ name, computed }) => computed?.shown === false && read.has(name));
}

type Chooser = (ctx: RequestContext, record: RecordValue) => ReturnType<Step>;

function runAll(
  choosers: readonly Chooser[],
  ctx: RequestContext,
  record: RecordValue,
  from: number,
): ReturnType<Step> {
  for (let i = from; i < choosers.length; i++) {
    const outcome = choosers[i]!(ctx, record);
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? runAll(choosers, ctx, record, i + 1));
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function createChooser(op: OperationContext, { field, moment, rows }: MachineRows): Chooser {
  const byState = new Map<string | undefined, readonly Row[]>();
  const from = (state: string | undefined): readonly Row[] => {
    const known = byState.get(state);
    if (known !== undefined) return known;
    const found = rows.filter(({ plan }) => isTakenFrom(plan, field, state));
    byState.set(state, found);
    return found;
  };
  const take = createRowTaker(op, field, moment);
  const refusals = new Map(rows.map((row) => [row.plan, createRefusal(row, op.resource!.plan.name)]));
  const answer = op.answering(rows.map(({ plan }) => plan.guard));
  return (ctx, record) => {
    const state = field === undefined || ctx.before === undefined ? undefined : (ctx.before[field] as string);
    const candidates = from(state);
    const found = answer(ctx, () => candidates.find((row) => row.code.guard(ctx, record)));
    return then(found, (row) => {
      if (row !== undefined) return take(ctx, record, row);
      const last = findRefusingRow(candidates.map(({ plan }) => plan));
      return last === undefined ? undefined : refusals.get(last);
    });
  };
}

function createRefusal({ plan }: Row, resource: string): Refusal {
  const code = plan.error === undefined ? {} : { named: plan.error };
  const condition =
    'rule' in plan
      ? { condition: 'rule broken', resource }
      : { condition: 'guard fails', transition: `${plan.name} ${resource}` };
  return { ...condition, ...code, line: plan.line };
}

/** Takes a row: does its effect and moves the state; `moment` is the index of the state field's moment of entry, or −1. */
export function createRowTaker(
  { operation, resource, loadRefs, answering }: OperationContext,
  field: string | undefined,
  moment: number,
): (ctx: RequestContext, record: RecordValue, row: Row) => ReturnType<Step> {
  const name = resource!.plan.name;
  const read = new Set<string | undefined>(operation.refs.map(findRefField));
  const asSent = createSentErrorMapper(operation);
  const effects = resource!.plan.machines.flatMap(({ transitions }) => transitions.map((row) => row.effects));
  const answer = answering(effects);
  const follow = (ctx: RequestContext, row: Row, fieldErrors: readonly FieldError[]): ReturnType<Step> => {
    const refusal = move(ctx, row, fieldErrors);
    if (refusal === undefined) resource!.complete?.(ctx.after!);
    // A reference that the row has set leads to the record that it names now.
    if (refusal !== undefined || !row.plan.effects.some(({ path }) => read.has(path[0]))) return refusal;
    const loaded = loadRefs(ctx, ctx.after!);
    return then(loaded, () => undefined);
  };
  const move = (ctx: RequestContext, { plan }: Row, fieldErrors: readonly FieldError[]): Refusal | undefined => {
    if (fieldErrors.length > 0)
      return { condition: 'invalid input', fields: asSent(fieldErrors), line: fieldErrors[0]!.line ?? plan.line };
    if (plan.to.kind !== 'state' || field === undefined) return undefined;
    ctx.after ??= { ...ctx.before };
    ctx.after[field] = plan.to.state;
    if (moment !== -1 && ctx.since !== undefined) ctx.since[moment] = ctx.now;
    if (operation.kind === 'delete') ctx.softDeleted = true;
    return undefined;
  };
  return (ctx, record, row) => {
    if (row.plan.others !== undefined) {
      ctx.taken ??= [];
      ctx.taken.push(row.plan);
    }
    if (row.plan.effects.length === 0) return move(ctx, row, []);
    const fieldErrors: FieldError[] = [];
    ctx.after ??= { ...ctx.before };
    const next = (of: string, within: readonly unknown[]): number | Promise<number> =>
      ctx.transaction!.next(name, of, within);
    const { after } = ctx;
    const perform = () => row.code.effect(ctx, record, after, next, fieldErrors);
    const done = answer(ctx, () => rehearse(row, ctx, record), perform);
    return then(done, () => follow(ctx, row, fieldErrors));
  };
}

/** Computes the effects of a row without setting anything or taking a number. */
export function rehearse({ code }: Row, ctx: RequestContext, record: RecordValue): void {
  void code.effect(ctx, record, { ...record }, () => 0, []);
}

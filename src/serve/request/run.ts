import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import type { TimeBound } from '../../parts/limits/serve.ts';
import type { OperationSteps } from '../request.ts';
import type { ActiveRequest } from './request-context.ts';

/** How a request's steps ended: turned down, or done, with its answer in `ctx.answer`. */
export type StepsResult = Refusal | undefined;

/** How requests with an idempotency key are done. */
export interface KeyedWork {
  /** What stands inside the transaction. */
  work(ctx: ActiveRequest): MaybePromise<Written<StepsResult>>;
  /** Takes the key for as long as a hook outside any transaction and the work behind it may need. */
  claimed(ctx: ActiveRequest, hook: Step, work: (ctx: ActiveRequest) => Promise<StepsResult>): Promise<StepsResult>;
}

/** Runs steps one after the other, at once as long as none of them waits. */
export function runSteps(steps: readonly Step[], ctx: RequestContext, from: number): MaybePromise<StepsResult> {
  for (let i = from; i < steps.length; i++) {
    const outcome = steps[i]!(ctx);
    if (outcome === undefined) continue;
    if (outcome instanceof Promise) return goOn(outcome, steps, ctx, i + 1);
    return outcome;
  }
  return undefined;
}

async function goOn(
  waited: Promise<StepsResult>,
  steps: readonly Step[],
  ctx: RequestContext,
  from: number,
): Promise<StepsResult> {
  return (await waited) ?? runSteps(steps, ctx, from);
}

/**
 * Whether the request's time is over. The clock is looked at: no timer tells of it while expressions or a store that answers at
 * once keep the process busy.
 */
function isOver({ expired, until }: ActiveRequest): boolean {
  return expired || (until !== undefined && performance.now() > until);
}

/**
 * Runs the steps of a transaction. When the request's time is over none is begun any more: the last write may be sent together
 * with its commit, so that nothing could be undone behind it.
 */
function runInTime(
  steps: readonly Step[],
  ctx: ActiveRequest,
  from: number,
  late: (ctx: ActiveRequest) => Refusal,
): MaybePromise<StepsResult> {
  // The clock is looked at after each wait, inside expressions and before the commit: the steps between them take no time.
  if (from > 0 && isOver(ctx)) return late(ctx);
  for (let i = from; i < steps.length; i++) {
    if (ctx.expired) return late(ctx);
    const outcome = steps[i]!(ctx);
    if (outcome === undefined) continue;
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? runInTime(steps, ctx, i + 1, late));
    return outcome;
  }
  return undefined;
}

/** So often a request is begun anew because the time acts on its record first; after that it is done as the record is. */
const mostRounds = 8;

/**
 * Makes the runner of an operation: what it writes happens in one transaction, which a refusal undoes. `first` runs the timed
 * transitions that are due on the loaded record, each in a transaction of its own; then the request's begins anew. `keyed` does
 * requests with an idempotency key. `timeOf` gives the time that the request has.
 */
export function createOperationRunner(
  steps: OperationSteps,
  store: Store,
  now: () => number,
  first: ((ctx: ActiveRequest) => Promise<void>) | undefined,
  keyed: KeyedWork | undefined,
  timeOf: (ctx: ActiveRequest) => TimeBound,
): (ctx: ActiveRequest) => MaybePromise<StepsResult> {
  const { before, inside, after, how, endsWithWrite = false, shaping = 0 } = steps;
  const limit = (ctx: ActiveRequest): void => {
    ctx.until = ctx.begun + timeOf(ctx).milliseconds;
  };
  const late = (ctx: ActiveRequest): Refusal => timeOf(ctx).refusal;
  /** What was done in a transaction; where the time is over before the commit, nothing of it stays. */
  const inTime = (ctx: ActiveRequest, done: Written<StepsResult>): Written<StepsResult> =>
    !done.undo && isOver(ctx) ? { result: late(ctx), undo: true } : done;
  if (inside === undefined) {
    return (ctx) => {
      limit(ctx);
      return runSteps(before, ctx, 0);
    };
  }
  const alone = inside.slice(0, inside.length - shaping);
  const behind = [...inside.slice(inside.length - shaping), ...after];
  const write = async (ctx: ActiveRequest, round = 1): Promise<StepsResult> => {
    const refusal = await store.write<StepsResult>((transaction) => {
      ctx.begin(transaction, now());
      limit(ctx);
      if (keyed !== undefined && ctx.key !== undefined) {
        const kept = keyed.work(ctx);
        return kept instanceof Promise ? kept.then((resolved) => inTime(ctx, resolved)) : inTime(ctx, kept);
      }
      if (endsWithWrite) transaction.endsWithWrite?.();
      const outcome = runInTime(alone, ctx, 0, late);
      if (!(outcome instanceof Promise)) return inTime(ctx, written(outcome));
      // A last write that was sent in time may be kept already.
      return outcome.then((result) => (endsWithWrite && !ctx.expired ? written(result) : inTime(ctx, written(result))));
    }, how);
    ctx.transaction = undefined;
    // What has been written is answered.
    ctx.until = undefined;
    if (ctx.due === 'found' && first !== undefined) {
      await first(ctx);
      ctx.due = round < mostRounds ? undefined : 'run';
      return write(ctx, round + 1);
    }
    if (refusal !== undefined || ctx.key?.answered === true) return refusal;
    return runSteps(ctx.key === undefined ? behind : after, ctx, 0);
  };
  const { hook } = steps;
  const start = (ctx: ActiveRequest): Promise<StepsResult> => {
    if (hook === undefined || keyed === undefined) return write(ctx);
    if (ctx.key !== undefined) return keyed.claimed(ctx, hook, write);
    return Promise.resolve(hook(ctx)).then((refusal) => refusal ?? write(ctx));
  };
  return (ctx) => {
    limit(ctx);
    const refusal = runSteps(before, ctx, 0);
    if (refusal === undefined) return start(ctx);
    if (refusal instanceof Promise) return refusal.then((result) => result ?? start(ctx));
    return refusal;
  };
}

const done: Written<StepsResult> = { result: undefined, undo: false };

/** A refusal undoes what was written. */
export function written(refusal: StepsResult): Written<StepsResult> {
  return refusal === undefined ? done : { result: refusal, undo: true };
}

import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Step, StepResult } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import type { TimeBound } from '../../parts/limits/serve.ts';
import type { OperationSteps } from '../request.ts';
import type { ActiveRequest } from './request-context.ts';

/** The global is a getter of Node's, which takes as long as the clock. */
const clock = performance;

/** How a request ended: refused, or undefined with its response in `ctx.response`. */
export type RequestResult = Refusal | undefined;

/** How requests with an idempotency key run. */
export interface KeyedWork {
  /** Runs steps inside the transaction, unless a response is stored for the key. */
  work(ctx: ActiveRequest, steps: readonly Step[]): MaybePromise<Written<StepResult>>;
  /** Reserves the key while a hook outside any transaction and the work after it run. */
  claimed(ctx: ActiveRequest, hook: Step, work: (ctx: ActiveRequest) => Promise<RequestResult>): Promise<RequestResult>;
}

/** Runs steps sequentially, without a promise as long as none of them waits; returns the first result that is not undefined. */
export function runSteps(steps: readonly Step[], ctx: RequestContext, from: number): MaybePromise<StepResult> {
  for (let i = from; i < steps.length; i++) {
    const result = steps[i]!(ctx);
    if (result === undefined) continue;
    if (result instanceof Promise) return resumeSteps(result, steps, ctx, i + 1);
    return result;
  }
  return undefined;
}

async function resumeSteps(
  waited: Promise<StepResult>,
  steps: readonly Step[],
  ctx: RequestContext,
  from: number,
): Promise<StepResult> {
  return (await waited) ?? runSteps(steps, ctx, from);
}

/** Returns the refusal that a request ends with; undefined if the steps ended it otherwise. */
export function refusalIn(result: StepResult): RequestResult {
  return typeof result === 'object' ? result : undefined;
}

/** Returns whether the request's time has elapsed, by the clock: no timer fires while expressions or a synchronous store keep the process busy. */
function isOver({ expired, until }: ActiveRequest): boolean {
  return expired || (until !== undefined && clock.now() > until);
}

/**
 * Runs the steps of a transaction. When the request's time has elapsed, no further step starts: the last write may be sent together with
 * its commit and could not be undone.
 */
function runInTime(
  steps: readonly Step[],
  ctx: ActiveRequest,
  from: number,
  late: (ctx: ActiveRequest) => Refusal,
): MaybePromise<StepResult> {
  // The clock is looked at after each wait, inside expressions and before the commit: the steps between them take no time.
  if (from > 0 && isOver(ctx)) return late(ctx);
  for (let i = from; i < steps.length; i++) {
    if (ctx.expired) return late(ctx);
    const result = steps[i]!(ctx);
    if (result === undefined) continue;
    if (result instanceof Promise) return result.then((waited) => waited ?? runInTime(steps, ctx, i + 1, late));
    return result;
  }
  return undefined;
}

/** After this many transactions of a request in which time acts on its record first, the request runs on the record as it is. */
const maxRounds = 8;

/** The dependencies of the runner of an operation, in addition to its steps. */
export interface RunnerDependencies {
  readonly store: Store;
  readonly now: () => number;
  /** Runs the timed transitions that are due on the loaded record, each in a transaction of its own. */
  readonly runDue: ((ctx: ActiveRequest) => Promise<void>) | undefined;
  readonly keyed: KeyedWork | undefined;
  /** Returns the time that a request has. */
  timeOf(ctx: ActiveRequest): TimeBound;
}

/** Creates the runner of an operation: its writes happen in one transaction, which a refusal undoes. */
export function createOperationRunner(
  { before, inside, shape, shapesInside, due, hook, committed, how, endsWithWrite }: OperationSteps,
  { store, now, runDue, keyed, timeOf }: RunnerDependencies,
): (ctx: ActiveRequest) => MaybePromise<RequestResult> {
  const limit = (ctx: ActiveRequest): void => {
    ctx.until = ctx.begun + ctx.received + timeOf(ctx).milliseconds;
  };
  /** Only steps inside a transaction direct how the request goes on. */
  const runBefore = (ctx: ActiveRequest): MaybePromise<RequestResult> => {
    limit(ctx);
    return runSteps(before, ctx, 0) as MaybePromise<RequestResult>;
  };
  if (inside === undefined) return runBefore;
  const late = (ctx: ActiveRequest): Refusal => timeOf(ctx).refusal;
  /** Undoes the transaction if the time elapses before the commit. */
  const inTime = (ctx: ActiveRequest, done: Written<StepResult>): Written<StepResult> =>
    !done.undo && isOver(ctx) ? { result: late(ctx), undo: true } : done;
  const insideWithoutDue = inside.filter((step) => step !== due);
  const run = (ctx: ActiveRequest, steps: readonly Step[]): MaybePromise<StepResult> => {
    const result = runInTime(steps, ctx, 0, late);
    return shapesInside ? thenShape(result, () => runInTime(shape, ctx, 0, late)) : result;
  };
  /** One run of the work in a transaction. */
  const attempt = (ctx: ActiveRequest, round: number): Promise<StepResult> => {
    const steps = round > maxRounds ? insideWithoutDue : inside;
    const timed = how && { ...how, until: ctx.begun + ctx.received + timeOf(ctx).milliseconds };
    return store.write<StepResult>((transaction) => {
      ctx.begin(transaction, now());
      limit(ctx);
      if (keyed !== undefined && ctx.key !== undefined) {
        return then(keyed.work(ctx, steps), (done) => inTime(ctx, done));
      }
      if (endsWithWrite) transaction.endsWithWrite?.();
      const done = run(ctx, steps);
      if (!(done instanceof Promise)) return inTime(ctx, toWritten(done));
      // A last write that was sent in time may be stored already.
      return done.then((waited) =>
        endsWithWrite && !ctx.expired ? toWritten(waited) : inTime(ctx, toWritten(waited)),
      );
    }, timed);
  };
  /** Runs the work, after steps that wait if there are any. Awaited here: each function more that is asynchronous costs a promise. */
  const write = async (ctx: ActiveRequest, waiting?: Promise<RequestResult>): Promise<RequestResult> => {
    const refused = waiting === undefined ? undefined : await waiting;
    if (refused !== undefined) return refused;
    for (let round = 1; ; round++) {
      const result = await attempt(ctx, round);
      ctx.transaction = undefined;
      // Committed writes get a response even after the deadline.
      ctx.until = undefined;
      if (result === 'due first') {
        await runDue!(ctx);
        continue;
      }
      if (result === 'answered') return undefined;
      if (result !== undefined && result !== 'unchanged') return result;
      if (!shapesInside && ctx.key === undefined) {
        const shaped = runSteps(shape, ctx, 0);
        const refusal = refusalIn(shaped instanceof Promise ? await shaped : shaped);
        if (refusal !== undefined) return refusal;
      }
      if (result === undefined) committed?.(ctx);
      return undefined;
    }
  };
  if (hook === undefined || keyed === undefined) {
    return (ctx) => {
      const refusal = runBefore(ctx);
      if (refusal === undefined) return write(ctx);
      return refusal instanceof Promise ? write(ctx, refusal) : refusal;
    };
  }
  const start = (ctx: ActiveRequest): Promise<RequestResult> => {
    if (ctx.key !== undefined) return keyed.claimed(ctx, hook, write);
    return Promise.resolve(hook(ctx)).then((result) => refusalIn(result) ?? write(ctx));
  };
  return (ctx) => then(runBefore(ctx), (refusal) => refusal ?? start(ctx));
}

/** Runs the steps that shape the response after the work of a request, also if the work changed nothing. */
export function thenShape(
  work: MaybePromise<StepResult>,
  shape: () => MaybePromise<StepResult>,
): MaybePromise<StepResult> {
  return then(work, (result) =>
    result === undefined || result === 'unchanged' ? then(shape(), (shaped) => shaped ?? result) : result,
  );
}

const done: Written<StepResult> = { result: undefined, undo: false };

/** Returns what a transaction ends with: a refusal undoes what was written, and so does a transition that comes first. */
export function toWritten(result: StepResult): Written<StepResult> {
  if (result === undefined) return done;
  return { result, undo: result !== 'unchanged' && result !== 'answered' };
}

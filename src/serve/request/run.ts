import type { Maybe } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Given } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import type { TimeBound } from '../../parts/limits/serve.ts';
import type { OperationSteps } from '../request.ts';
import type { Request } from './request-context.ts';

/** How a request's steps ended: turned down, or done, with its answer in `given.answer`. */
export type Outcome = Refusal | undefined;

/** How requests with an idempotency key are done. */
export interface KeyedWork {
  /** What stands inside the transaction. */
  work(given: Request): Maybe<Written<Outcome>>;
  /** Takes the key for as long as a hook outside any transaction and the work behind it may need. */
  claimed(given: Request, hook: Step, work: (given: Request) => Promise<Outcome>): Promise<Outcome>;
}

/** Runs steps one after the other, at once as long as none of them waits. */
export function runSteps(steps: readonly Step[], given: Given, from: number): Maybe<Outcome> {
  for (let i = from; i < steps.length; i++) {
    const outcome = steps[i]!(given);
    if (outcome === undefined) continue;
    if (outcome instanceof Promise) return goOn(outcome, steps, given, i + 1);
    return outcome;
  }
  return undefined;
}

async function goOn(waited: Promise<Outcome>, steps: readonly Step[], given: Given, from: number): Promise<Outcome> {
  return (await waited) ?? runSteps(steps, given, from);
}

/**
 * Whether the request's time is over. The clock is looked at: no timer tells of it while expressions or a store that answers at
 * once keep the process busy.
 */
function isOver({ expired, until }: Request): boolean {
  return expired || (until !== undefined && performance.now() > until);
}

/**
 * Runs the steps of a transaction. When the request's time is over none is begun any more: the last write may be sent together
 * with its commit, so that nothing could be undone behind it.
 */
function runInTime(
  steps: readonly Step[],
  given: Request,
  from: number,
  late: (given: Request) => Refusal,
): Maybe<Outcome> {
  // The clock is looked at after each wait, inside expressions and before the commit: the steps between them take no time.
  if (from > 0 && isOver(given)) return late(given);
  for (let i = from; i < steps.length; i++) {
    if (given.expired) return late(given);
    const outcome = steps[i]!(given);
    if (outcome === undefined) continue;
    if (outcome instanceof Promise) return outcome.then((one) => one ?? runInTime(steps, given, i + 1, late));
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
export function runnerOf(
  steps: OperationSteps,
  store: Store,
  now: () => number,
  first: ((given: Request) => Promise<void>) | undefined,
  keyed: KeyedWork | undefined,
  timeOf: (given: Request) => TimeBound,
): (given: Request) => Maybe<Outcome> {
  const { before, inside, after, how, endsWithWrite = false, shaping = 0 } = steps;
  const limit = (given: Request): void => {
    given.until = given.begun + timeOf(given).milliseconds;
  };
  const late = (given: Request): Refusal => timeOf(given).refusal;
  /** What was done in a transaction; where the time is over before the commit, nothing of it stays. */
  const inTime = (given: Request, done: Written<Outcome>): Written<Outcome> =>
    !done.undo && isOver(given) ? { result: late(given), undo: true } : done;
  if (inside === undefined) {
    return (given) => {
      limit(given);
      return runSteps(before, given, 0);
    };
  }
  const alone = inside.slice(0, inside.length - shaping);
  const behind = [...inside.slice(inside.length - shaping), ...after];
  const write = async (given: Request, round = 1): Promise<Outcome> => {
    const refusal = await store.write<Outcome>((transaction) => {
      given.begin(transaction, now());
      limit(given);
      if (keyed !== undefined && given.key !== undefined) {
        const kept = keyed.work(given);
        return kept instanceof Promise ? kept.then((one) => inTime(given, one)) : inTime(given, kept);
      }
      if (endsWithWrite) transaction.endsWithWrite?.();
      const outcome = runInTime(alone, given, 0, late);
      if (!(outcome instanceof Promise)) return inTime(given, written(outcome));
      // A last write that was sent in time may be kept already.
      return outcome.then((one) => (endsWithWrite && !given.expired ? written(one) : inTime(given, written(one))));
    }, how);
    given.transaction = undefined;
    // What has been written is answered.
    given.until = undefined;
    if (given.due === 'found' && first !== undefined) {
      await first(given);
      given.due = round < mostRounds ? undefined : 'run';
      return write(given, round + 1);
    }
    if (refusal !== undefined || given.key?.answered === true) return refusal;
    return runSteps(given.key === undefined ? behind : after, given, 0);
  };
  const { hook } = steps;
  const start = (given: Request): Promise<Outcome> => {
    if (hook === undefined || keyed === undefined) return write(given);
    if (given.key !== undefined) return keyed.claimed(given, hook, write);
    return Promise.resolve(hook(given)).then((one) => one ?? write(given));
  };
  return (given) => {
    limit(given);
    const refusal = runSteps(before, given, 0);
    if (refusal === undefined) return start(given);
    if (refusal instanceof Promise) return refusal.then((one) => one ?? start(given));
    return refusal;
  };
}

const done: Written<Outcome> = { result: undefined, undo: false };

/** A refusal undoes what was written. */
export function written(refusal: Outcome): Written<Outcome> {
  return refusal === undefined ? done : { result: refusal, undo: true };
}

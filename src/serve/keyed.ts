import { isKept } from '../parts/members.ts';
import type { Answer } from '../steps/given.ts';
import type { Maybe } from '../steps/record.ts';
import type { Refusal } from '../steps/refusal.ts';
import type { Step } from '../steps/step.ts';
import type { Written } from '../steps/store.ts';
import type { Request } from './given.ts';
import type { Keyed } from './request.ts';
import { type Outcome, runSteps, written } from './run.ts';

/**
 * Makes the work of a request with an idempotency key, inside its transaction: it is answered as before, or done and its answer
 * kept. A refusal that is kept undoes what the operation did and keeps the outcome; any other refusal undoes all.
 */
export function keyedWork(
  { replay, outcome }: Keyed,
  steps: readonly Step[],
  refused: (given: Request, refusal: Refusal) => Answer,
): (given: Request) => Maybe<Written<Outcome>> {
  const attempt = (given: Request): Maybe<Outcome> =>
    given.transaction!.attempt<Outcome>(() => {
      const done = runSteps(steps, given, 0);
      return done instanceof Promise ? done.then(written) : written(done);
    });
  const keep = (given: Request, refusal: Outcome): Maybe<Written<Outcome>> => {
    if (refusal !== undefined) {
      if (!keeps(given, refusal)) return { result: refusal, undo: true };
      given.key!.answered = true;
      given.answer = refused(given, refusal);
    }
    const kept = outcome(given);
    return kept instanceof Promise ? kept.then(written) : written(kept);
  };
  const go = (given: Request, refusal: Outcome): Maybe<Written<Outcome>> => {
    if (refusal !== undefined) return written(refusal);
    // What was found may not be durable yet: the answer waits for that as any other.
    given.key!.answered = given.answer !== undefined;
    if (given.key!.answered) return written(undefined);
    const done = attempt(given);
    return done instanceof Promise ? done.then((one) => keep(given, one)) : keep(given, done);
  };
  return (given) => {
    // A store may run the work again.
    given.answer = undefined;
    const replayed = replay(given);
    return replayed instanceof Promise ? replayed.then((one) => go(given, one)) : go(given, replayed);
  };
}

/** Kept are refusals of requests that reached the record, and those that code names. */
function keeps({ operation }: Request, { condition, named }: Refusal): boolean {
  return isKept(condition) || (operation.kind === 'code' && named !== undefined);
}

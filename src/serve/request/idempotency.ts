import type { Maybe } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Answer } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import { claimStatus } from '../../parts/endpoints/serve/idempotency.ts';
import { isKept } from '../../parts/registry.ts';
import type { Keyed } from '../request.ts';
import type { Request } from './request-context.ts';
import { type KeyedWork, type Outcome, runSteps, written } from './run.ts';

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

/** What claims keys: the store, the clock, and how many milliseconds a claim holds when its process dies. */
export interface Claims {
  readonly store: Store;
  now(): number;
  readonly lease: number;
}

/**
 * Makes what takes a request's key by a row of its own before a hook runs outside any transaction, so that the hook runs once for
 * a key. The row gives way to the outcome; it is taken back where there is none, and ends by itself when its process dies.
 */
export function claimedWork(
  { replay, outcome }: Keyed,
  { store, now, lease }: Claims,
  refused: (given: Request, refusal: Refusal) => Answer,
): KeyedWork['claimed'] {
  const claim = (given: Request): Promise<Outcome> =>
    store.write<Outcome>(async (transaction) => {
      given.transaction = transaction;
      given.now = now();
      given.answer = undefined;
      const refusal = await replay(given);
      given.key!.answered = refusal === undefined && given.answer !== undefined;
      if (refusal === undefined && !given.key!.answered) await row(given, given.now + lease);
      return written(refusal);
    });
  const row = async ({ transaction, key }: Request, until: number): Promise<void> => {
    const { place, request, attributes } = key!;
    await transaction!.outcomes.keep(
      place,
      { request, attributes, status: claimStatus, headers: [], body: undefined },
      until,
    );
  };
  const inStore = (given: Request, work: () => Promise<unknown>): Promise<void> =>
    store.write<void>(async (transaction) => {
      given.transaction = transaction;
      await work();
      return { result: undefined, undo: false };
    });
  const release = (given: Request): Promise<void> => inStore(given, () => row(given, 0));
  const finish = async (given: Request, hooked: Outcome): Promise<Outcome> => {
    if (hooked !== undefined && keeps(given, hooked)) {
      given.key!.answered = true;
      given.answer = refused(given, hooked);
      await inStore(given, async () => outcome(given));
      return undefined;
    }
    if (hooked !== undefined) await release(given);
    return hooked;
  };
  return async (given, hook, work) => {
    const refusal = await claim(given);
    given.transaction = undefined;
    if (refusal !== undefined || given.key!.answered === true) return refusal;
    given.key!.claimed = true;
    try {
      const hooked = await hook(given);
      if (hooked !== undefined) return await finish(given, hooked);
      const done = await work(given);
      if (done !== undefined) await release(given);
      return done;
    } catch (error) {
      await release(given).catch(() => undefined);
      throw error;
    }
  };
}

/** Kept are refusals of requests that reached the record, and those that code names. */
function keeps({ operation }: Request, { condition, named }: Refusal): boolean {
  return isKept(condition) || (operation.kind === 'code' && named !== undefined);
}

import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import { claimStatus } from '../../parts/endpoints/serve/idempotency.ts';
import { isKept } from '../../parts/registry.ts';
import type { Keyed } from '../request.ts';
import type { ActiveRequest } from './request-context.ts';
import { type KeyedWork, runSteps, type StepsResult, written } from './run.ts';

/**
 * Makes the work of a request with an idempotency key, inside its transaction: it is answered as before, or done and its answer
 * kept. A refusal that is kept undoes what the operation did and keeps the outcome; any other refusal undoes all.
 */
export function createKeyedWork(
  { replay, outcome }: Keyed,
  steps: readonly Step[],
  refused: (ctx: ActiveRequest, refusal: Refusal) => HttpResponse,
): (ctx: ActiveRequest) => MaybePromise<Written<StepsResult>> {
  const attempt = (ctx: ActiveRequest): MaybePromise<StepsResult> =>
    ctx.transaction!.attempt<StepsResult>(() => {
      const done = runSteps(steps, ctx, 0);
      return done instanceof Promise ? done.then(written) : written(done);
    });
  const keep = (ctx: ActiveRequest, refusal: StepsResult): MaybePromise<Written<StepsResult>> => {
    if (refusal !== undefined) {
      if (!keeps(ctx, refusal)) return { result: refusal, undo: true };
      ctx.key!.answered = true;
      ctx.response = refused(ctx, refusal);
    }
    const kept = outcome(ctx);
    return kept instanceof Promise ? kept.then(written) : written(kept);
  };
  const go = (ctx: ActiveRequest, refusal: StepsResult): MaybePromise<Written<StepsResult>> => {
    if (refusal !== undefined) return written(refusal);
    // What was found may not be durable yet: the answer waits for that as any other.
    ctx.key!.answered = ctx.response !== undefined;
    if (ctx.key!.answered) return written(undefined);
    const done = attempt(ctx);
    return done instanceof Promise ? done.then((result) => keep(ctx, result)) : keep(ctx, done);
  };
  return (ctx) => {
    // A store may run the work again.
    ctx.response = undefined;
    const replayed = replay(ctx);
    return replayed instanceof Promise ? replayed.then((refusal) => go(ctx, refusal)) : go(ctx, replayed);
  };
}

/** What claims keys: the store, the clock, and how many milliseconds a claim holds when its process dies. */
export interface KeyReservations {
  readonly store: Store;
  now(): number;
  readonly lease: number;
}

/**
 * Makes what takes a request's key by a row of its own before a hook runs outside any transaction, so that the hook runs once for
 * a key. The row gives way to the outcome; it is taken back where there is none, and ends by itself when its process dies.
 */
export function createClaimedWork(
  { replay, outcome }: Keyed,
  { store, now, lease }: KeyReservations,
  refused: (ctx: ActiveRequest, refusal: Refusal) => HttpResponse,
): KeyedWork['claimed'] {
  const claim = (ctx: ActiveRequest): Promise<StepsResult> =>
    store.write<StepsResult>(async (transaction) => {
      ctx.transaction = transaction;
      ctx.now = now();
      ctx.response = undefined;
      const refusal = await replay(ctx);
      ctx.key!.answered = refusal === undefined && ctx.response !== undefined;
      if (refusal === undefined && !ctx.key!.answered) await row(ctx, ctx.now + lease);
      return written(refusal);
    });
  const row = async ({ transaction, key }: ActiveRequest, until: number): Promise<void> => {
    const { scope, request, attributes } = key!;
    await transaction!.storedResponses.store(
      scope,
      { request, attributes, status: claimStatus, headers: [], body: undefined },
      until,
    );
  };
  const inStore = (ctx: ActiveRequest, work: () => Promise<unknown>): Promise<void> =>
    store.write<void>(async (transaction) => {
      ctx.transaction = transaction;
      await work();
      return { result: undefined, undo: false };
    });
  const release = (ctx: ActiveRequest): Promise<void> => inStore(ctx, () => row(ctx, 0));
  const finish = async (ctx: ActiveRequest, hooked: StepsResult): Promise<StepsResult> => {
    if (hooked !== undefined && keeps(ctx, hooked)) {
      ctx.key!.answered = true;
      ctx.response = refused(ctx, hooked);
      await inStore(ctx, async () => outcome(ctx));
      return undefined;
    }
    if (hooked !== undefined) await release(ctx);
    return hooked;
  };
  return async (ctx, hook, work) => {
    const refusal = await claim(ctx);
    ctx.transaction = undefined;
    if (refusal !== undefined || ctx.key!.answered === true) return refusal;
    ctx.key!.claimed = true;
    try {
      const hooked = await hook(ctx);
      if (hooked !== undefined) return await finish(ctx, hooked);
      const done = await work(ctx);
      if (done !== undefined) await release(ctx);
      return done;
    } catch (error) {
      await release(ctx).catch(() => undefined);
      throw error;
    }
  };
}

/** Kept are refusals of requests that reached the record, and those that code names. */
function keeps({ operation }: ActiveRequest, { condition, named }: Refusal): boolean {
  return isKept(condition) || (operation.kind === 'code' && named !== undefined);
}

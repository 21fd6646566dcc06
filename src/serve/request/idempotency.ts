import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Step, StepResult } from '../../contracts/step.ts';
import type { Store, Written } from '../../contracts/store.ts';
import { isKept } from '../../parts/registry.ts';
import { claimStatus } from '../../plan/idempotency-key.ts';
import type { Keyed } from '../request.ts';
import type { ActiveRequest } from './request-context.ts';
import { type KeyedWork, type RequestResult, refusalIn, runSteps, thenShape, toWritten } from './run.ts';

/**
 * Creates the work of a request with an idempotency key, inside its transaction: it is answered as before, or done and its response
 * stored. A refusal that is stored undoes what the operation did; any other refusal undoes everything.
 */
export function createKeyedWork(
  { replay, outcome }: Keyed,
  shape: readonly Step[],
  refused: (ctx: ActiveRequest, refusal: Refusal) => HttpResponse,
): KeyedWork['work'] {
  const attempt = (ctx: ActiveRequest, steps: readonly Step[]): MaybePromise<StepResult> =>
    ctx.transaction!.attempt<StepResult>(() =>
      then(
        thenShape(runSteps(steps, ctx, 0), () => runSteps(shape, ctx, 0)),
        toWritten,
      ),
    );
  const keep = (ctx: ActiveRequest, result: StepResult): MaybePromise<Written<StepResult>> => {
    const refusal = refusalIn(result);
    if (result === 'due first' || (refusal !== undefined && !storesRefusal(ctx, refusal))) return toWritten(result);
    if (refusal !== undefined) ctx.response = refused(ctx, refusal);
    return then(outcome(ctx), (stored) => toWritten(stored ?? (refusal === undefined ? result : 'answered')));
  };
  return (ctx, steps) => {
    // A store may run the work again.
    ctx.response = undefined;
    return then(replay(ctx), (found) =>
      found === undefined ? then(attempt(ctx, steps), (result) => keep(ctx, result)) : toWritten(found),
    );
  };
}

/** Reserves keys: the store, the clock, new identifiers, and the milliseconds that a reservation lasts at most. */
export interface KeyReservations {
  readonly store: Store;
  now(): number;
  createId(): string;
  readonly lease: number;
}

/**
 * Makes what takes a request's key by a row of its own before a hook runs outside any transaction, so that the hook runs once for
 * a key. The stored response replaces the row; without one the row is released, and it ends with its process.
 */
export function createClaimedWork(
  { replay, outcome }: Keyed,
  { store, now, createId, lease }: KeyReservations,
  refused: (ctx: ActiveRequest, refusal: Refusal) => HttpResponse,
): KeyedWork['claimed'] {
  const claim = (ctx: ActiveRequest): Promise<StepResult> =>
    store.write<StepResult>(async (transaction) => {
      ctx.transaction = transaction;
      ctx.now = now();
      ctx.response = undefined;
      ctx.key!.claim = { id: createId(), lease };
      const found = await replay(ctx);
      if (found === undefined) await row(ctx, ctx.now + lease);
      return toWritten(found);
    });
  const row = async ({ transaction, key }: ActiveRequest, until: number): Promise<void> => {
    const { scope, request, attributes, claim } = key!;
    const response = { request, attributes, status: claimStatus, headers: [], body: claim!.id };
    await transaction!.storedResponses.store(scope, response, until);
  };
  const inStore = (ctx: ActiveRequest, work: () => Promise<unknown>): Promise<void> =>
    store.write<void>(async (transaction) => {
      ctx.transaction = transaction;
      await work();
      return { result: undefined, undo: false };
    });
  /** Another request has the key by now if this process was taken for dead. */
  const isMine = async ({ transaction, key }: ActiveRequest): Promise<boolean> => {
    const found = await transaction!.storedResponses.take(key!.scope, now());
    return typeof found === 'object' && found.status === claimStatus && found.body === key!.claim!.id;
  };
  const release = (ctx: ActiveRequest): Promise<void> =>
    inStore(ctx, async () => {
      if (await isMine(ctx)) await row(ctx, 0);
    });
  const finish = async (ctx: ActiveRequest, refusal: Refusal): Promise<RequestResult> => {
    if (storesRefusal(ctx, refusal)) {
      ctx.response = refused(ctx, refusal);
      await inStore(ctx, async () => {
        if (await isMine(ctx)) await outcome(ctx);
      });
      return undefined;
    }
    await release(ctx);
    return refusal;
  };
  return async (ctx, hook, work) => {
    const found = await claim(ctx);
    ctx.transaction = undefined;
    if (found !== undefined) return refusalIn(found);
    try {
      const hooked = refusalIn(await hook(ctx));
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

/** Refusals of requests that reached the record, and those that a handler names, are stored. */
function storesRefusal({ operation }: ActiveRequest, { condition, named, byHook }: Refusal): boolean {
  const isByCode = operation.kind === 'handler' || byHook === true;
  return isKept(condition) || (isByCode && named !== undefined);
}

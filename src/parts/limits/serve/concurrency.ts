import type { ConcurrencyLimiter } from '../../../contracts/limits/limiting.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { type CountedLimit, listCountedLimits } from './counted.ts';
import { retryAfter } from './limit-headers.ts';

interface ConcurrencyLimit extends CountedLimit {
  readonly limiter: ConcurrencyLimiter;
  readonly refusal: Refusal;
}

/** It is not known when a slot becomes free. */
const soon = 1_000;

/** Takes a slot of every limit on concurrent requests that holds for all callers (`open`), or for the caller. */
export function createConcurrencyStep(op: OperationContext, when: 'open' | 'caller'): Step {
  const { plan, limiting } = op;
  const all = listCountedLimits(op, concurrency, when === 'open').map((limit): ConcurrencyLimit => {
    const { code, line } = limit.limit;
    const named = code === undefined ? {} : { named: code };
    const refusal = { condition: 'concurrency limit', line, ...named, ...retryAfter(plan.limitHeaders, soon) };
    return { ...limit, limiter: limiting.concurrency(limit.limit), refusal };
  });
  const from = (ctx: RequestContext, start: number): MaybePromise<Refusal | undefined> => {
    for (let i = start; i < all.length; i++) {
      const { keyOf, limiter, refusal } = all[i]!;
      const key = keyOf(ctx);
      if (key === undefined) continue;
      const end = (): boolean => ctx.end?.() === true;
      const entered = limiter.enter(key, end);
      if (entered instanceof Promise) {
        return entered.then((result) => {
          if (!result) return refusal;
          hold(ctx, () => limiter.leave(key, end));
          return from(ctx, i + 1);
        });
      }
      if (!entered) return refusal;
      hold(ctx, () => limiter.leave(key, end));
    }
    return undefined;
  };
  return (ctx) => from(ctx, 0);
}

/** Holds a slot until the response has been sent; one that comes after the response is released at once. */
function hold(ctx: RequestContext, leave: () => void): void {
  if (ctx.held === 'let go') leave();
  else {
    ctx.held ??= [];
    ctx.held.push(leave);
  }
}

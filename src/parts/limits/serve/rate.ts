import type { LimitStatus } from '../../../contracts/limits/limit-status.ts';
import type { RateLimiter } from '../../../contracts/limits/limiting.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { LimitPlan, Plan } from '../../../plan/plan.ts';
import { rate } from '../kinds/rate.ts';
import { type CountedLimit, listCountedLimits } from './counted.ts';
import { hasLimitHeaders, retryAfter } from './limit-headers.ts';

interface Rate extends CountedLimit {
  readonly limiter: RateLimiter;
}

/** Counts requests by every rate limit of the operation that applies to every client (`open`), or to the caller. */
export function createRateStep(op: OperationContext, when: 'open' | 'caller'): Step {
  const limits = listCountedLimits(op, rate, when === 'open');
  const rates = limits.map((limit) => ({ ...limit, limiter: op.limiting.rate(limit.limit) }));
  return createTakeStep(op, rates, when === 'caller');
}

function createTakeStep({ plan }: OperationContext, rates: readonly Rate[], together: boolean): Step {
  const telling = hasLimitHeaders(plan);
  const note = (ctx: RequestContext, { limit, limiter }: Rate, key: string, wait: number): void => {
    if (!telling) return;
    ctx.limitStatuses ??= [];
    ctx.limitStatuses.push(readLimitStatus(limit, limiter, key, wait));
  };
  const beyond = (ctx: RequestContext, at: number, key: string, wait: number): Refusal => {
    const rateLimit = rates[at]!;
    if (together) {
      for (const before of rates.slice(0, at)) {
        const taken = before.keyOf(ctx);
        if (taken !== undefined) before.limiter.putBack(taken);
      }
      ctx.limitStatuses = ctx.limitStatuses?.filter((status) => rates.every(({ limit }) => limit !== status.limit));
    }
    note(ctx, rateLimit, key, wait);
    return createRateRefusal(plan.limitHeaders, rateLimit.limit, wait);
  };
  /** Where one of several is known to have nothing, the others are not even asked. */
  const known = (ctx: RequestContext): Refusal | undefined => {
    for (const rate of rates) {
      const key = rate.keyOf(ctx);
      const wait = key === undefined ? 0 : rate.limiter.wait(key);
      if (wait === 0) continue;
      note(ctx, rate, key!, wait);
      return createRateRefusal(plan.limitHeaders, rate.limit, wait);
    }
    return undefined;
  };
  const from = (ctx: RequestContext, start: number): MaybePromise<Refusal | undefined> => {
    for (let i = start; i < rates.length; i++) {
      const rateLimit = rates[i]!;
      const key = rateLimit.keyOf(ctx);
      if (key === undefined) continue;
      const wait = rateLimit.limiter.take(key);
      if (typeof wait !== 'number') {
        return wait.then((later) => {
          if (later > 0) return beyond(ctx, i, key, later);
          note(ctx, rateLimit, key, 0);
          return from(ctx, i + 1);
        });
      }
      if (wait > 0) return beyond(ctx, i, key, wait);
      note(ctx, rateLimit, key, 0);
    }
    return undefined;
  };
  if (!together || rates.length === 1) return (ctx) => from(ctx, 0);
  return (ctx) => known(ctx) ?? from(ctx, 0);
}

/** The rate limits that count every request of an address, also requests without an operation. */
export function listAddressRates({ limits }: Pick<Plan, 'limits'>): readonly LimitPlan[] {
  return limits.filter(({ kind, everyRequest, scopes }) => kind === rate.name && everyRequest && scopes === undefined);
}

/** How a limit stands for a key; `wait` is 0 for a request that was let in. */
export function readLimitStatus(limit: LimitPlan, limiter: RateLimiter, key: string, wait: number): LimitStatus {
  if (wait > 0) return { limit, left: 0, milliseconds: wait };
  const { left, fullIn } = limiter.state(key);
  return { limit, left, milliseconds: fullIn };
}

/** Rejects a request that would be admitted after this many milliseconds. */
export function createRateRefusal(limitHeaders: readonly string[], { code, line }: LimitPlan, wait: number): Refusal {
  const named = code === undefined ? {} : { named: code };
  return { condition: 'rate limit', line, ...named, ...retryAfter(limitHeaders, wait) };
}

import type { BucketState, Counting, TokenBucketGrant } from '../../contracts/limits/counting.ts';
import type { RateLimiter } from '../../contracts/limits/limiting.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import {
  computeLease,
  computeMissingTokens,
  countWholeTokens,
  createBucket,
  leaseDurationMs,
  maxHeldMs,
  returnAfterMs,
} from './bucket.ts';
import type { Heartbeat } from './heartbeat.ts';

/** The maximum number of buckets of one limit that are cached. */
const maxLocalBuckets = 10_000;

/** If the clock is more milliseconds earlier than the last use, it was set back: waiting times from before do not apply. */
const jumped = 5_000;

/** Hears how many milliseconds it has to wait: 0 lets it in. */
type Waiter = (wait: MaybePromise<number>) => void;

/** The local state of one bucket. */
interface LocalBucket {
  /** Leased tokens that were not used. */
  hand: number;
  grantedAt: number;
  usedAt: number;
  state: BucketState | undefined;
  /** Before that the bucket has nothing for anybody. */
  emptyUntil: number;
  /** The requests that wait for the store; undefined if no query is in flight. */
  waiting: Waiter[] | undefined;
}

/** A limiter with periodic work. */
export interface ManagedRateLimiter extends RateLimiter {
  /** Returns tokens unused for a second, and removes idle buckets; with `close` all of them. */
  tend(close: boolean): Promise<void>;
  /** The number of cached buckets. */
  readonly near: number;
}

/**
 * Creates the limiter of a limit: it admits from a lease at once, else queries the store. `values` are the values of the limit in the
 * versions of the interface: their limiters share the buckets.
 */
export function openRate(
  limit: LimitPlan,
  counting: Counting,
  heartbeat: Heartbeat,
  platform: Platform,
  values?: readonly LimitPlan['value'][],
): ManagedRateLimiter {
  const bucket = createBucket(limit, values);
  const { name } = limit;
  const all = new Map<string, LocalBucket>();

  const nearOf = (key: string): LocalBucket => {
    const known = all.get(key);
    if (known !== undefined) return known;
    if (all.size >= maxLocalBuckets) forgetOne();
    const made: LocalBucket = { hand: 0, grantedAt: 0, usedAt: 0, state: undefined, emptyUntil: 0, waiting: undefined };
    all.set(key, made);
    return made;
  };

  const forgetOne = (): void => {
    for (const [key, local] of all) {
      if (local.waiting !== undefined) continue;
      void handBack(key, local, platform.now());
      all.delete(key);
      return;
    }
  };

  const handBack = (key: string, local: LocalBucket, now: number): MaybePromise<void> => {
    const { hand, state } = local;
    local.hand = 0;
    if (hand === 0 || now - local.grantedAt >= returnAfterMs) return undefined;
    if (state !== undefined) local.state = { ...state, missing: Math.max(0, state.missing - hand) };
    return returned(key, hand);
  };

  const returned = (key: string, tokens: number): MaybePromise<void> => {
    const failed = (error: unknown): void => {
      platform.log.warn({ error: String(error), limit: name }, 'failed to return unused requests to the limit');
    };
    try {
      const done = counting.putBack(name, key, tokens);
      return done instanceof Promise ? done.catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  };

  const ask = (key: string, local: LocalBucket, waiting: number, now: number): MaybePromise<TokenBucketGrant> => {
    void handBack(key, local, now);
    const lease = computeLease(bucket, heartbeat.instances());
    const { holds, perMillisecond, reserve, largest } = bucket;
    const leasedUntil = lease === 0 ? 0 : now + maxHeldMs;
    return counting.take({
      name,
      key,
      want: waiting + lease,
      holds,
      perMillisecond,
      now,
      leasedUntil,
      reserve,
      largest,
    });
  };

  /** Notes the grant of the store; returns the number of waiting requests that are admitted. */
  const note = (local: LocalBucket, grant: TokenBucketGrant, waiting: number, now: number): number => {
    local.state = grant;
    local.grantedAt = now;
    local.hand = Math.max(0, grant.granted - waiting);
    if (grant.granted < waiting) {
      const lacks = computeMissingTokens(bucket, grant, now) - bucket.holds + 1;
      local.emptyUntil = now + Math.max(1, Math.ceil(lacks / bucket.perMillisecond - 1e-6));
    }
    return Math.min(waiting, grant.granted);
  };

  /** Queries once for all waiting requests; later ones query again, unless tokens are left or the limit is exhausted. */
  const goOn = (key: string, local: LocalBucket, grant: Promise<TokenBucketGrant>, now: number): void => {
    const waiting = local.waiting!;
    const asked = waiting.length;
    const settle = (granted: TokenBucketGrant): void => {
      const admitted = note(local, granted, asked, now);
      const wait = local.emptyUntil - now;
      for (const [i, answer] of waiting.splice(0, asked).entries()) answer(i < admitted ? 0 : wait);
      if (admitted < asked) for (const answer of waiting.splice(0)) answer(wait);
      for (; waiting.length > 0 && local.hand > 0; local.hand--) waiting.shift()!(0);
      if (waiting.length === 0) {
        local.waiting = undefined;
        return;
      }
      const then = platform.now();
      goOn(key, local, Promise.resolve(ask(key, local, waiting.length, then)), then);
    };
    grant.then(settle).catch((error: unknown) => {
      local.waiting = undefined;
      for (const answer of waiting) answer(Promise.reject(error));
    });
  };

  return {
    get near() {
      return all.size;
    },
    take(key) {
      const local = nearOf(key);
      const now = platform.now();
      if (now < local.usedAt - jumped) {
        local.emptyUntil = 0;
        local.hand = 0;
      }
      local.usedAt = now;
      if (local.hand > 0 && now - local.grantedAt < leaseDurationMs) {
        local.hand--;
        return 0;
      }
      if (local.waiting === undefined) {
        if (now < local.emptyUntil) return local.emptyUntil - now;
        const grant = ask(key, local, 1, now);
        if (!(grant instanceof Promise)) return note(local, grant, 1, now) === 1 ? 0 : local.emptyUntil - now;
        const asking: Waiter[] = [];
        local.waiting = asking;
        return new Promise((resolve) => {
          asking.push(resolve);
          goOn(key, local, grant, now);
        });
      }
      const { waiting } = local;
      return new Promise((resolve) => waiting.push(resolve));
    },
    wait(key) {
      const local = all.get(key);
      const now = platform.now();
      if (local === undefined || local.hand > 0 || local.emptyUntil <= now || now < local.usedAt - jumped) return 0;
      local.usedAt = now;
      return local.emptyUntil - now;
    },
    putBack(key) {
      const local = nearOf(key);
      const now = platform.now();
      // Requests that came meanwhile may have been refused.
      local.emptyUntil = 0;
      const leased = local.hand > 0 && now - local.grantedAt < leaseDurationMs;
      if (leased && local.hand < computeLease(bucket, heartbeat.instances())) local.hand++;
      else void returned(key, 1);
    },
    state(key) {
      const local = all.get(key);
      if (local?.state === undefined) return { left: bucket.holds, fullIn: 0 };
      const lacks = Math.max(0, computeMissingTokens(bucket, local.state, platform.now()) - local.hand);
      return { left: countWholeTokens(bucket, lacks), fullIn: Math.ceil(lacks / bucket.perMillisecond) };
    },
    async tend(close) {
      const now = platform.now();
      const sent: MaybePromise<void>[] = [];
      for (const [key, local] of all) {
        const idle = now - local.usedAt >= leaseDurationMs;
        if (local.waiting !== undefined) continue;
        if (close || idle || now - local.grantedAt >= leaseDurationMs) sent.push(handBack(key, local, now));
        if (close || idle) all.delete(key);
      }
      await Promise.all(sent);
    },
  };
}

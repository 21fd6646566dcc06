import type { LimitPlan } from '../../plan/plan.ts';
import type { MaybePromise } from '../record.ts';
import type { Incoming } from '../request-context.ts';

/** Counts the requests of one limit of kind `rate`, over all instances. A key is what it counts by: empty for all together. */
export interface RateLimiter {
  /** Admits one request (0), or returns the milliseconds until one may come. */
  take(key: string): MaybePromise<number>;
  /** In how many milliseconds one may come, where that is known without asking, and counts nothing; else 0. */
  wait(key: string): number;
  /** Takes back what `take` has just let in. */
  putBack(key: string): void;
  /** How many more would be let in, and the milliseconds until the bucket is full: as near as is known here. */
  state(key: string): { readonly left: number; readonly fullIn: number };
}

/** Counts the requests in flight of one limit of kind `concurrency`, over all instances. */
export interface ConcurrencyLimiter {
  /**
   * Admits one request, or not. `end` is called if its slot is lost: this process was silent so long that others took it. It
   * ends the request if that would go on for long, and returns whether it did.
   */
  enter(key: string, end?: () => boolean): MaybePromise<boolean>;
  /** Releases a slot; `end` is that of the request. */
  leave(key: string, end?: () => boolean): void;
}

/** Counts requests for steps. */
export interface Limiting {
  rate(limit: LimitPlan): RateLimiter;
  concurrency(limit: LimitPlan): ConcurrencyLimiter;
  /** Returns the client address that limits per `ip` count by. */
  address(incoming: Incoming): string;
  /** The text for a value of a caller's attribute, however long it is. */
  digest(value: unknown): string;
}

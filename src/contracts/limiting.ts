import type { LimitPlan } from '../plan/plan.ts';
import type { MaybePromise } from './record.ts';
import type { Incoming } from './request-context.ts';

/** Counts the requests of one limit of kind `rate`, over all instances. A key is what it counts by: empty for all together. */
export interface RateLimiter {
  /** Lets one request in (0), or tells in how many milliseconds one may come. */
  take(key: string): MaybePromise<number>;
  /** In how many milliseconds one may come, where that is known without asking, and counts nothing; else 0. */
  wait(key: string): number;
  /** Takes back what `take` has just let in. */
  putBack(key: string): void;
  /** How many more would be let in, and the milliseconds until the bucket is full: as near as is known here. */
  state(key: string): { readonly left: number; readonly fullIn: number };
}

/** Counts the requests under way of one limit of kind `concurrency`, over all instances. */
export interface ConcurrencyLimiter {
  /**
   * Lets one request in, or not. `end` is called if its place is lost: this process was silent so long that others took it. It
   * ends the request if that would go on for long, and says whether it did.
   */
  enter(key: string, end?: () => boolean): MaybePromise<boolean>;
  /** Gives a place back; `end` is that of the request. */
  leave(key: string, end?: () => boolean): void;
}

/** What steps count requests with. */
export interface Limiting {
  rate(limit: LimitPlan): RateLimiter;
  concurrency(limit: LimitPlan): ConcurrencyLimiter;
  /** What limits per address count a request by. */
  address(incoming: Incoming): string;
  /** The text for a value of a caller's attribute, however long it is. */
  digest(value: unknown): string;
}

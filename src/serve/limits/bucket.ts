import type { BucketSize, BucketState } from '../../contracts/limits/counting.ts';
import type { LimitPlan } from '../../plan/plan.ts';

/** For so long tokens that were leased may be used. */
export const leaseDurationMs = 1_000;
/** Unused tokens are returned for this long, and expire afterwards. */
export const returnAfterMs = 2_000;
/** So long the store holds a leased token to be kept unused: longer than any is. */
export const maxHeldMs = 3_000;
/** An instance that would have fewer requests than this for itself leases none. */
const fewest = 200;

/** A bucket and how much of it may be leased: `share` of what all instances together may hold unused. */
export interface Bucket extends BucketSize {
  /** At most 1 % of what is let in, and at most what a second refills. */
  readonly reserve: number;
  /** The most tokens that it may lack: other versions of the interface may give it another size. */
  readonly largest: number;
  /** Requests in each of its times. */
  readonly count: number;
}

/** The bucket of a `rate` limit; `values` are its values in the versions of the interface. */
export function createBucket({ value }: LimitPlan, values: readonly LimitPlan['value'][] = [value]): Bucket {
  const [count, milliseconds, holds] = [Number(value.count), Number(value.milliseconds), Number(value.burst)];
  const perMillisecond = count / milliseconds;
  const reserve = count < fewest ? 0 : Math.floor(Math.min(count, holds, perMillisecond * 100_000) / 100);
  const largest = Math.max(holds, ...values.map(({ burst }) => Number(burst)));
  return { holds, perMillisecond, reserve, largest, count };
}

/** Returns the number of tokens that one of N instances may hold unused; 0 if it is one or less, or if no instances are known. */
export function computeLease({ reserve, count }: Bucket, instances: number): number {
  if (instances === 0 || count / instances < fewest) return 0;
  const lease = Math.floor(reserve / instances);
  return lease < 2 ? 0 : lease;
}

/** The tokens that a bucket lacks at a moment, as the stores work it out. */
export function computeMissingTokens(
  { largest, perMillisecond, reserve }: Bucket,
  state: BucketState,
  now: number,
): number {
  const moment = Math.max(state.at, now);
  const turn = Math.min(moment, Math.max(state.at, state.leasedUntil));
  const held = Math.min(state.missing, largest);
  const kept = Math.max(Math.min(held, reserve), held - (turn - state.at) * perMillisecond);
  return Math.max(0, kept - (moment - turn) * perMillisecond);
}

/** Whole tokens that are there; what rounding may have lost is given. */
export function countWholeTokens({ holds }: Bucket, lacks: number): number {
  return Math.max(0, Math.floor(holds - lacks + 1e-9));
}

import type { LimitPlan } from '../../plan/plan.ts';

/** The remaining quota of a limit after it counted a request, for the rate-limit headers. */
export interface LimitStatus {
  readonly limit: LimitPlan;
  readonly left: number;
  /** Milliseconds until one more is let in where none is left, else until the bucket is full. */
  readonly milliseconds: number;
}

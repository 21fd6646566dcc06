import type { LimitPlan } from '../plan/plan.ts';

/** How a limit stands after a request was counted, for the headers in which callers are told. */
export interface LimitStatus {
  readonly limit: LimitPlan;
  readonly left: number;
  /** Milliseconds until one more is let in where none is left, else until the bucket is full. */
  readonly milliseconds: number;
}

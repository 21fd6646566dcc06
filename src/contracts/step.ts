import type { MaybePromise } from './record.ts';
import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/**
 * How a step ends that does not go on with the next one.
 * `unchanged`: the request changes nothing, so it goes on with the steps that shape its response.
 * `due first`: a timed transition is due on the loaded record; it runs first, then the request's transaction starts again.
 * `answered`: `ctx.response` is the response that is stored for the request's idempotency key.
 */
export type StepSignal = 'unchanged' | 'due first' | 'answered';

/** How a step ends: undefined for going on with the next one. */
export type StepResult = Refusal | StepSignal | undefined;

/** One step of a request: does its work on the request's context, refuses the request, or directs how it goes on. */
export type Step = (ctx: RequestContext) => MaybePromise<StepResult>;

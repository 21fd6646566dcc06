import type { Refusal } from './refusal.ts';
import type { RequestContext } from './request-context.ts';

/** One step of a request: does its work on what is given, or turns the request down. */
export type Step = (ctx: RequestContext) => Refusal | undefined | Promise<Refusal | undefined>;

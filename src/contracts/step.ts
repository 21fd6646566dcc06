import type { Refusal } from './refusal.ts';
import type { Given } from './request-context.ts';

/** One step of a request: does its work on what is given, or turns the request down. */
export type Step = (given: Given) => Refusal | undefined | Promise<Refusal | undefined>;

import type { StepDefinition } from '../../../contracts/definition.ts';
import { rate } from '../kinds/rate.ts';
import { planRateHeaders, planRetryAfter } from '../serve/limit-headers.ts';
import { listLimitLines } from '../serve/lines.ts';
import { createRateStep } from '../serve/rate.ts';

/** Counts the requests of callers, by credential, attribute and scope: all limits count a request, or none does. */
export const callerRate: StepDefinition = {
  plan: (facts) =>
    listLimitLines(facts, rate, false, [...planRateHeaders(facts.plan), ...planRetryAfter(facts.plan, rate.condition)]),
  create: (op) => createRateStep(op, 'caller'),
};

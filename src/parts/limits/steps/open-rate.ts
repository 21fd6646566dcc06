import type { StepDefinition } from '../../../contracts/definition.ts';
import { rate } from '../kinds/rate.ts';
import { planRateHeaders, planRetryAfter } from '../serve/limit-headers.ts';
import { listLimitLines } from '../serve/lines.ts';
import { createRateStep } from '../serve/rate.ts';

/** Counts every request that names the operation: per address, then for all together. */
export const openRate: StepDefinition = {
  plan: (facts) =>
    listLimitLines(facts, rate, true, [...planRateHeaders(facts.plan), ...planRetryAfter(facts.plan, rate.condition)]),
  create: (op) => createRateStep(op, 'open'),
};

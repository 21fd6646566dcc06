import type { StepDefinition } from '../../../contracts/definition.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { createConcurrencyStep } from '../serve/concurrency.ts';
import { planRetryAfter } from '../serve/limit-headers.ts';
import { listLimitLines } from '../serve/lines.ts';

/** Takes a slot of every limit on concurrent requests that holds for all callers. */
export const openConcurrency: StepDefinition = {
  plan: (facts) => listLimitLines(facts, concurrency, true, planRetryAfter(facts.plan, concurrency.condition)),
  create: (op) => createConcurrencyStep(op, 'open'),
};

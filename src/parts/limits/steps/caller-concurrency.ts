import type { StepDefinition } from '../../../contracts/definition.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { createConcurrencyStep } from '../serve/concurrency.ts';
import { planRetryAfter } from '../serve/limit-headers.ts';
import { listLimitLines } from '../serve/lines.ts';

/** Takes a slot of every limit on concurrent requests that holds for the caller. */
export const callerConcurrency: StepDefinition = {
  plan: (facts) => listLimitLines(facts, concurrency, false, planRetryAfter(facts.plan, concurrency.condition)),
  create: (op) => createConcurrencyStep(op, 'caller'),
};

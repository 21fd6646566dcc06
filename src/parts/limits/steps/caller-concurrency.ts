import type { StepDefinition } from '../../../contracts/definition.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { placesStep } from '../serve/concurrency.ts';
import { limitLines } from '../serve/lines.ts';

/** Takes a place of every limit on concurrent requests that holds for the caller. */
export const callerConcurrency: StepDefinition = {
  plan: (facts) => limitLines(facts, concurrency, false),
  create: (op) => placesStep(op, 'caller'),
};

import type { StepDefinition } from '../../../contracts/definition.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { placesStep } from '../serve/concurrency.ts';
import { limitLines } from '../serve/lines.ts';

/** Takes a place of every limit on concurrent requests that holds whoever calls. */
export const openConcurrency: StepDefinition = {
  plan: (facts) => limitLines(facts, concurrency, true),
  create: (op) => placesStep(op, 'open'),
};

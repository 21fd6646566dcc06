import type { StepDefinition } from '../../../contracts/definition.ts';
import { rate } from '../kinds/rate.ts';
import { limitLines } from '../serve/lines.ts';
import { rateStep } from '../serve/rate.ts';

/** Counts every request that names the operation: per address, then for all together. */
export const openRate: StepDefinition = {
  plan: (facts) => limitLines(facts, rate, true),
  create: (op) => rateStep(op, 'open'),
};

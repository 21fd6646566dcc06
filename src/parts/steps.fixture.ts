import type { StepPlan } from '../plan/operation.ts';
import { buildPlan } from './index.ts';
import type { Service } from './service.ts';

/** The facts of the steps of an operation, of those of one part where a part is given. */
export function stepsIn(service: Service, operation: string, part = ''): readonly StepPlan[] {
  const found = buildPlan(service).operations.find(({ name }) => name === operation);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  return found.steps.filter(({ step }) => step.startsWith(part));
}

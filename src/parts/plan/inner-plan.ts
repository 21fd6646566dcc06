import type { StepFacts } from '../../contracts/definition.ts';
import { resolvePhase, type StepName } from '../../plan/order.ts';
import { planSteps } from '../steps.ts';
import { buildBareInnerPlans, type InnerPlan } from './bare-inner-plan.ts';

export type { InnerPlan } from './bare-inner-plan.ts';

type Plan = StepFacts['plan'];

/** Every operation that code and effects may run, each with its steps. */
export function buildInnerPlans(plan: Plan): readonly InnerPlan[] {
  return buildBareInnerPlans(plan).map((inner) => ({ ...inner, plan: withInnerSteps(plan, inner.plan) }));
}

/** Run around the work of an operation, before the request whose code asks for it or directly, or about headers that it does not have. */
const notInner: ReadonlySet<StepName> = new Set<StepName>(['states/due', 'endpoints/code', 'endpoints/precondition']);

/** Returns an operation with the steps that it has inside the transaction of the request whose code runs it. */
function withInnerSteps(plan: Plan, operation: InnerPlan['plan']): InnerPlan['plan'] {
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const steps = planSteps({ plan, operation, resource });
  return { ...operation, steps: steps.filter(({ step }) => resolvePhase(step) === 'inside' && !notInner.has(step)) };
}

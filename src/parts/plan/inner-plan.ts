import type { StepFacts } from '../../contracts/definition.ts';
import { planSteps } from '../steps.ts';
import { buildBareInnerPlans, type InnerPlan, isInner } from './bare-inner-plan.ts';

export type { InnerPlan } from './bare-inner-plan.ts';

type Plan = StepFacts['plan'];

/** Every operation that code and effects may run, each with its steps. */
export function buildInnerPlans(plan: Plan): readonly InnerPlan[] {
  return buildBareInnerPlans(plan).map((inner) => ({ ...inner, plan: withInnerSteps(plan, inner.plan) }));
}

/** Returns an operation with the steps that it has inside the transaction of the request whose code runs it. */
function withInnerSteps(plan: Plan, operation: InnerPlan['plan']): InnerPlan['plan'] {
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const steps = planSteps({ plan, operation, resource });
  return { ...operation, steps: steps.filter(({ step }) => isInner(step)) };
}

import type { OperationPlan, StepPlan } from '../plan/operation.ts';
import type { StepName } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { VersionOperationPlan } from '../plan/version.ts';
import type { OperationContext } from './operation-context.ts';
import type { Step } from './step.ts';

/** An operation of a plan, for which steps are planned. */
export interface StepFacts {
  readonly plan: Omit<Plan, 'digest' | 'gaps'>;
  readonly operation: OperationPlan;
  /** The resource of the operation, where it has one. */
  readonly resource: ResourcePlan | undefined;
  /** The operation and the version as callers of an older version know them; left out: the version that the document states. */
  readonly older?: { readonly operation: VersionOperationPlan; readonly version: string };
}

/** One fact of a step, in words, and the line of the document that states it. */
export type StepLine = Omit<StepPlan, 'step'>;

/** Returns what the steps of an operation do, in their order. */
export type StepsOf = (facts: StepFacts) => readonly { readonly step: StepName; readonly lines: readonly StepLine[] }[];

/** A step of requests: which operations have it, and what it does. */
export interface StepDefinition {
  /**
   * Returns what the step does for an operation, fact by fact; nothing: the operation does not have the step. `stepsOf` returns the same
   * of the steps of another operation, which the step runs.
   */
  plan(facts: StepFacts, stepsOf: StepsOf): readonly StepLine[];
  /** Creates the step of an operation that has it, once, at its first request. */
  create(op: OperationContext): Step;
}

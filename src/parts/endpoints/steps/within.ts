import type { StepDefinition, StepFacts, StepLine } from '../../../contracts/definition.ts';
import { listHookNames } from '../../../plan/hooks/hooked-changes.ts';
import { changesRecord } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { StepName } from '../../../plan/order.ts';
import { getHookStep } from '../../../plan/order.ts';
import { listFollowers } from '../../../plan/records/written.ts';
import { createHookStep } from '../serve/within.ts';

/**
 * Runs the hook of the module inside the transaction, when the change is made. A document states only which errors code may raise there: the
 * service runs the step for the operations whose hook the module has.
 */
export const within: StepDefinition = {
  plan: (facts) => listRaisedLines(facts, 'endpoints/within'),
  create: createHookStep,
};

/** Runs the hook of a deletion while the record and its referring records still exist. */
export const withinFirst: StepDefinition = {
  plan: (facts) => listRaisedLines(facts, 'endpoints/within-first'),
  create: createHookStep,
};

/** The changes that may follow a deletion: their hooks may refuse it. */
function listFollowing({ resources }: StepFacts['plan'], { kind, resource }: OperationPlan): readonly string[] {
  if (kind !== 'delete') return [];
  return listFollowers(resources, resource).flatMap(({ name }) => [`delete ${name}`, `update ${name}`]);
}

function listRaisedLines({ plan, operation }: StepFacts, step: StepName): readonly StepLine[] {
  if (!changesRecord(operation) || getHookStep(operation) !== step) return [];
  const names = [...listHookNames(operation), ...listFollowing(plan, operation)];
  return plan.errors.codes
    .filter(({ conditions }) => conditions.some(({ raisedBy }) => raisedBy !== undefined && names.includes(raisedBy)))
    .map(({ code, line }) => ({
      words: `let the code of the service refuse with ${code}`,
      refusals: [{ condition: 'raised by', named: code }],
      line,
    }));
}

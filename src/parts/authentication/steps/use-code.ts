import type { StepDefinition, StepFacts, StepsOf } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import { findSecondFactors } from '../../../plan/records/second-factors.ts';
import { listSessionRefusals } from '../../states/steps/others.ts';
import { createCodeUse } from './present-code.ts';

/** Uses the code of a person up, before effects of the operation may delete the factor. */
export const useCode: StepDefinition = {
  plan(facts, stepsOf) {
    const { presentCode, kind } = facts.operation;
    if (presentCode?.of !== 'person' || kind === 'create') return [];
    const refusals = [
      { condition: 'second factor required' },
      { condition: 'invalid input' },
      ...planRecoveryRefusals(facts, stepsOf),
    ];
    return [{ words: describeUse(facts), refusals, line: presentCode.line }];
  },
  create: createCodeUse,
};

/** Says what becomes of a code of a person that is accepted. */
export function describeUse({ plan }: Pick<StepFacts, 'plan'>): string {
  const recovery = findSecondFactors(plan)?.recovery?.resource.name;
  return `store that the code was used${recovery === undefined ? '' : `, or delete the ${recovery} whose code it is`}`;
}

/** Plans the refusals of the deletion of a recovery code that is used. */
export function planRecoveryRefusals({ plan }: Pick<StepFacts, 'plan'>, stepsOf: StepsOf): readonly RefusalPlan[] {
  const recovery = findSecondFactors(plan)?.recovery?.resource.name;
  return recovery === undefined ? [] : listSessionRefusals(plan, 'delete', recovery, stepsOf);
}

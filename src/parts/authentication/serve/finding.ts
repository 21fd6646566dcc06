import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { StepName } from '../../../plan/order.ts';
import { load } from '../../endpoints/steps/load.ts';
import { gone } from '../../states/steps/gone.ts';
import { rowRuleBefore } from '../steps/row-rule-before.ts';

/** The steps that find the record as the caller may change it: others learn nothing about its password and its second factors. */
const finding: Partial<Record<StepName, StepDefinition>> = {
  'endpoints/load': load,
  'authentication/row-rule-before': rowRuleBefore,
  'states/gone': gone,
};

/** Creates the steps of an operation that find its record before the transaction. */
export function createFinding(op: OperationContext): readonly Step[] {
  const names = [...new Set(op.operation.steps.map(({ step }) => step))];
  return names.flatMap((name) => finding[name]?.create(op) ?? []);
}

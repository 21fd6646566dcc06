import { findCondition, listRaisedCodes } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';

/** A refusal that an operation can give. */
export interface Wanted {
  readonly condition: string;
  readonly code?: string;
}

/** Lists the refusals of an operation: of its steps, of its handler, and of every operation. */
export function listWanted(plan: Plan, operation: OperationPlan, version?: string): readonly Wanted[] {
  const of = ({ condition, code }: Wanted): Wanted => ({ condition, ...(code === undefined ? {} : { code }) });
  const steps = operation.steps.filter(({ before }) => before === undefined || version !== undefined);
  const all = [
    ...steps.flatMap(({ refusals = [] }) => refusals.map(of)),
    ...listRaisedCodes(plan, operation.name).map((code) => ({ condition: 'raised by', code })),
    ...plan.refusals.filter(({ everywhere }) => everywhere === true).map(of),
  ];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Why no request brought a refusal about. */
export function explainNotPlayed({ condition }: Wanted): string {
  return findCondition(condition)?.notProvoked ?? 'no request that was tried brought it about';
}

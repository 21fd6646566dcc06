import { getGapStatus, listRaisedCodes } from '../../../parts/registry.ts';
import type { CodePlan } from '../../../plan/errors-events-limits.ts';
import type { OperationPlan, StepPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';

/** A refusal that an operation may give: its code, or HTTP's own status at a gap. */
export interface OperationRefusal {
  /** The code, or the condition if Errors has no row for it. */
  readonly key: string;
  readonly code?: CodePlan;
  readonly status: number;
  readonly conditions: readonly string[];
  /** The steps that may give it; none for what a hook raises, and for what any operation may answer at any moment. */
  readonly steps: readonly StepPlan[];
}

/** Lists the refusals of an operation by their status. */
export function listRefusals(plan: Plan, operation: OperationPlan): readonly OperationRefusal[] {
  const { errors, refusals } = plan;
  const own = collect(operation);
  const raised = listRaisedCodes(plan, operation.name).map((code) => ({ code, condition: 'raised by' }));
  const everywhere = refusals.filter((refusal) => refusal.everywhere === true);
  for (const { code, condition } of [...raised, ...everywhere]) {
    const key = code ?? condition;
    if (!own.has(key)) own.set(key, { conditions: new Set([condition]), steps: [] });
  }
  return [...own]
    .map(([key, { conditions, steps }]): OperationRefusal => {
      const code = errors.codes.find((each) => each.code === key);
      const status = code?.status ?? getGapStatus([...conditions][0] ?? '');
      return { key, ...(code === undefined ? {} : { code }), status, conditions: [...conditions], steps };
    })
    .toSorted((left, right) => left.status - right.status);
}

function collect({ steps }: OperationPlan): Map<string, { conditions: Set<string>; steps: StepPlan[] }> {
  const found = new Map<string, { conditions: Set<string>; steps: StepPlan[] }>();
  for (const step of steps) {
    for (const { condition, code } of step.refusals ?? []) {
      const key = code ?? condition;
      const entry = found.get(key) ?? { conditions: new Set(), steps: [] };
      found.set(key, entry);
      entry.conditions.add(condition);
      if (!entry.steps.includes(step)) entry.steps.push(step);
    }
  }
  return found;
}

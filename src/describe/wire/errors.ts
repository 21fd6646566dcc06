import { findCondition, getGapStatus, listRaisedCodes } from '../../parts/registry.ts';
import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';

/** A way in which an operation is refused. */
export interface WireCause {
  readonly condition: string;
  /** Left out if Errors has no row for it. */
  readonly code?: string;
  /** The step that refuses; none for what a hook raises, and for what any operation may answer at any moment. */
  readonly step?: StepPlan;
}

/** Lists the ways in which an operation is refused: by its steps, by its code, and as every operation. */
function listCauses(plan: Plan, { name, steps }: OperationPlan): readonly WireCause[] {
  const of = ({ condition, code }: WireCause): WireCause => ({ condition, ...(code === undefined ? {} : { code }) });
  return [
    ...steps.flatMap((step) => (step.refusals ?? []).map((refusal) => ({ ...of(refusal), step }))),
    ...listRaisedCodes(plan, name).map((code) => ({ condition: 'raised by', code })),
    ...plan.refusals.filter(({ everywhere }) => everywhere === true).map(of),
  ];
}

/** Lists the ways in which requests of a version are refused, each once; without a version, those of the present one. */
export function listWanted(plan: Plan, operation: OperationPlan, version?: string): readonly Omit<WireCause, 'step'>[] {
  const all = listCauses(plan, operation).filter(({ step }) => step?.before === undefined || version !== undefined);
  const causes = all.map(({ step: _, ...cause }) => cause);
  return [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
}

/** An error that an operation may give: its code, or HTTP's own status at a gap. */
export interface WireError {
  /** The code, or the condition if Errors has no row for it. */
  readonly key: string;
  readonly code?: CodePlan;
  readonly status: number;
  readonly conditions: readonly string[];
  /** The steps that may give it. */
  readonly steps: readonly StepPlan[];
}

/** Lists the errors of an operation by their status. */
export function listErrors(plan: Plan, operation: OperationPlan): readonly WireError[] {
  const byKey = Map.groupBy(listCauses(plan, operation), ({ code, condition }) => code ?? condition);
  return [...byKey]
    .map(([key, causes]): WireError => {
      const own = causes.filter(({ step }) => step !== undefined);
      const conditions = [...new Set((own.length > 0 ? own : causes.slice(0, 1)).map(({ condition }) => condition))];
      const code = plan.errors.codes.find((each) => each.code === key);
      const status = code?.status ?? getGapStatus(conditions[0]!);
      const steps = [...new Set(own.map(({ step }) => step!))];
      return { key, ...(code === undefined ? {} : { code }), status, conditions, steps };
    })
    .toSorted((left, right) => left.status - right.status);
}

/** Says in words what has happened where a condition holds. */
export function describeCondition(name: string): string {
  return findCondition(name)?.happened ?? name;
}

/** Says what a client does next where a condition holds. */
export function describeNextStep(name: string): string | undefined {
  return findCondition(name)?.next;
}

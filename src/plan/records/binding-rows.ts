import { operationKinds } from '../kinds.ts';
import type { OperationPlan, PickEach } from '../operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../resource.ts';

/** An operation, as far as rows are bound to it. */
export type Bound = PickEach<OperationPlan, 'kind' | 'verb'>;

/** The rows of one machine that a request may take. */
export interface BindingRows {
  readonly machine: StateMachinePlan;
  /** The state field; none for actions. */
  readonly field: string | undefined;
  readonly rows: readonly TransitionPlan[];
}

/** Returns the rows of a resource that bind an operation, by state machine: rows for requests. */
export function listBindingRows({ machines }: ResourcePlan, operation: Bound): readonly BindingRows[] {
  const names = namesBinding(operation);
  return machines.flatMap((machine): BindingRows[] => {
    const { field, transitions } = machine;
    const callable = transitions.filter(({ trigger }) => trigger === undefined || trigger.kind === 'handler');
    const name = names.find((candidate) => callable.some((row) => row.name === candidate));
    if (name === undefined) return [];
    return [{ machine, field, rows: callable.filter((row) => row.name === name) }];
  });
}

/** Returns the names under which rows bind an operation: those of `update` and `replace` replace each other. */
function namesBinding({ kind, verb }: Bound): readonly string[] {
  return kind === 'transition' ? [verb] : operationKinds[kind].boundBy;
}

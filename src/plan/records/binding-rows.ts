import { operationKinds } from '../kinds.ts';
import type { OperationPlan, PickEach } from '../operation.ts';
import type { OperationRulePlan, ResourcePlan, StateMachinePlan, TransitionPlan } from '../resource.ts';

/** An operation, as far as rows are bound to it. */
export type Bound = PickEach<OperationPlan, 'kind' | 'verb'>;

/** The rows of which a request takes one: those of one machine, or that of a rule. */
export interface BindingRows {
  /** None of a rule. */
  readonly machine?: StateMachinePlan;
  /** The state field; none for actions and rules. */
  readonly field: string | undefined;
  readonly rows: readonly (TransitionPlan | OperationRulePlan)[];
}

/** Returns the rows of a resource that bind an operation, those of its rules first, then by state machine: rows for requests. */
export function listBindingRows(resource: ResourcePlan, operation: Bound): readonly BindingRows[] {
  const names = namesBinding(operation);
  const rules = listOperationRules(resource, names).map((rule): BindingRows => ({ field: undefined, rows: [rule] }));
  const own = resource.machines.flatMap((machine): BindingRows[] => {
    const { field, transitions } = machine;
    const callable = transitions.filter(({ trigger }) => trigger === undefined || trigger.kind === 'handler');
    const name = names.find((candidate) => callable.some((row) => row.name === candidate));
    if (name === undefined) return [];
    return [{ machine, field, rows: callable.filter((row) => row.name === name) }];
  });
  return [...rules, ...own];
}

/** Returns the rules of an operation, in their order, each by the first of the names of the operation that its On has. */
export function listOperationRules(
  { operationRules }: ResourcePlan,
  names: readonly string[],
): readonly OperationRulePlan[] {
  const rules = Map.groupBy(operationRules, ({ rule }) => rule);
  return [...rules.values()].flatMap((rows) => {
    const found = names.flatMap((name) => rows.find((row) => row.name === name) ?? []);
    return found.slice(0, 1);
  });
}

/** Returns all rows of a resource: those of its rules and of its machines. */
export function listRows({ operationRules, machines }: ResourcePlan): readonly TransitionPlan[] {
  return [...operationRules, ...machines.flatMap(({ transitions }) => transitions)];
}

/** Returns the names under which rows bind an operation: those of `update` and `replace` replace each other. */
function namesBinding({ kind, verb }: Bound): readonly string[] {
  return kind === 'transition' ? [verb] : operationKinds[kind].boundBy;
}

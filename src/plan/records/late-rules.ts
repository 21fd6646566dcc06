import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { ResourcePlan } from '../resource.ts';
import { listBindingRows } from './binding-rows.ts';
import { collectReadRefs, listReadResources } from './neighbours.ts';
import { asksQuestions } from './questions.ts';
import { listTouched, listWrittenResources } from './written.ts';

type Rule = ResourcePlan['rules'][number];

/**
 * Creates the test whether an operation tests a rule of its resource only once the record is stored and the effects on other records are
 * done: the rule asks about other records, or reads through a ref what these effects may change.
 */
export function createLateRuleTest(
  plan: Pick<Plan, 'resources'>,
  operation: OperationPlan,
  resource: ResourcePlan,
): (rule: Rule) => boolean {
  const rows = listBindingRows(resource, operation).flatMap((binding) => binding.rows);
  const written = [...listWrittenResources(plan, rows)];
  const changed = new Set([...written, ...listTouched(plan, written)]);
  return (rule) => asksQuestions(rule) || listReadResources(collectReadRefs(rule)).some((of) => changed.has(of));
}

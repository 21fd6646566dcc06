import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { capitalize, toPlural, toWords } from '../../words.ts';
import { toAnchor } from '../anchors.ts';

/** The operations of a resource, or those of none. */
export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly OperationPlan[];
}

/** Groups operations by their resource, in the order of the document; those of no resource are last. */
export function groupOperations({ operations }: Pick<Plan, 'operations'>): readonly OperationGroup[] {
  const groups = [...Map.groupBy(operations, ({ resource }) => resource)];
  const named = groups.filter(([resource]) => resource !== undefined);
  const others = groups.filter(([resource]) => resource === undefined);
  return [...named, ...others].map(([resource, own]) => ({
    id: toAnchor('endpoints', resource === undefined ? 'of-no-resource' : `of-${resource}`),
    title: resource === undefined ? 'Other' : capitalize(toPlural(toWords(resource))),
    operations: own,
  }));
}

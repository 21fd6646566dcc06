import type { OperationPlan } from './operation.ts';
import type { Plan } from './plan.ts';

/**
 * Groups of operations on a resource, the closest first. The row rules of the first group of which a scope row applies to a caller say
 * which records that caller knows.
 */
export type Knowing = readonly (readonly OperationPlan[])[];

/**
 * The operations of a resource whose row rules say of any record who may have it. One whose record a Record line fixes (`/me`)
 * says it of that record alone: where scopes are stated it counts for operations with the same line (`record`) and no other.
 */
function operationsOn(plan: Pick<Plan, 'operations'>, resource: string, record?: string): readonly OperationPlan[] {
  return plan.operations.filter(
    (operation) =>
      operation.resource === resource &&
      (operation.record === undefined || operation.record === record || operation.access.open),
  );
}

/** By which operations a caller may read records: `read X`, else `list X`. A document without both leaves the others to say it. */
export function readersOf(plan: Pick<Plan, 'operations'>, resource: string, record?: string): Knowing {
  const all = operationsOn(plan, resource, record);
  const groups = [all.filter(({ kind }) => kind === 'read'), all.filter(({ kind }) => kind === 'list')];
  return groups.some((group) => group.length > 0) ? groups : [all];
}

/** By which operations a caller may name records, in references, in paths and in code: as it may read them, else by any. */
export function namersOf(plan: Pick<Plan, 'operations'>, resource: string): Knowing {
  return [...readersOf(plan, resource), operationsOn(plan, resource)];
}

import type { OperationPlan } from './operation.ts';
import type { Plan } from './plan.ts';

/**
 * The operations of a resource whose row rules say of any record who may have it. One whose record a Record line fixes (`/me`)
 * says it of that record alone: where scopes are stated it counts for operations with the same line (`record`) and no other.
 */
export function operationsOn(plan: Plan, resource: string, record?: string): readonly OperationPlan[] {
  return plan.operations.filter(
    (one) => one.resource === resource && (one.record === undefined || one.record === record || one.access.open),
  );
}

/** Those of them that read a record: `read X`, under names of their own too. */
export function readersOf(plan: Plan, resource: string, record?: string): readonly OperationPlan[] {
  return operationsOn(plan, resource, record).filter(({ kind }) => kind === 'read');
}

import { memo } from '../../text/memo.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';

/**
 * Groups of operations on a resource, the closest first. The row rules of the first group of which a scope row applies to a caller say
 * which records that caller knows.
 */
export type Knowing = readonly (readonly OperationPlan[])[];

const byResource = memo(
  (operations: Plan['operations']): ReadonlyMap<string | undefined, readonly OperationPlan[]> =>
    Map.groupBy(operations, (operation) => operation.resource),
);

/** Returns the operations on a resource, or those on none if it is undefined, in the order of the document. */
export function getResourceOperations(
  { operations }: Pick<Plan, 'operations'>,
  resource: string | undefined,
): readonly OperationPlan[] {
  return byResource(operations).get(resource) ?? [];
}

/**
 * The operations of a resource whose row rules say of any record who may have it. One whose record a Record line fixes (`/me`)
 * says it of that record alone: where scopes are stated it counts for operations with the same line (`record`) and no other.
 */
function listRecordOperations(
  plan: Pick<Plan, 'operations'>,
  resource: string,
  record?: string,
): readonly OperationPlan[] {
  return getResourceOperations(plan, resource).filter((operation) => speaksOf(operation, record));
}

function speaksOf({ record, access }: OperationPlan, other: string | undefined): boolean {
  return record === undefined || record === other || access.open;
}

/** Whether a caller may read by another operation what the row rules of this one, a read, do not show. */
export function isReadElsewhere(plan: Pick<Plan, 'operations'>, { resource, record }: OperationPlan<'read'>): boolean {
  let found = 0;
  // not counted to the end: thousands of operations may read one resource
  return getResourceOperations(plan, resource).some(
    (operation) => operation.kind === 'read' && speaksOf(operation, record) && ++found > 1,
  );
}

/** By which operations a caller may read records: `read X`, else `list X`. A document without both leaves the others to say it. */
export function resolveReaders(plan: Pick<Plan, 'operations'>, resource: string, record?: string): Knowing {
  const all = listRecordOperations(plan, resource, record);
  const groups = [all.filter(({ kind }) => kind === 'read'), all.filter(({ kind }) => kind === 'list')];
  return groups.some((group) => group.length > 0) ? groups : [all];
}

/** By which operations a caller may name records, in references, in paths and in code: as it may read them, else by any. */
export function resolveNamers(plan: Pick<Plan, 'operations'>, resource: string): Knowing {
  return [...resolveReaders(plan, resource), listRecordOperations(plan, resource)];
}

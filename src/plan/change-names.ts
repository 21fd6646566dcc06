import type { OperationPlan } from './operation.ts';

/** Lists the names by which events mean the changes of an operation: its own, then that of the record which a replace creates. */
export function listChangeNames({ name, resource, creation }: OperationPlan): readonly string[] {
  return creation === undefined ? [name] : [name, `create ${resource}`];
}

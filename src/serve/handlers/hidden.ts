import type { RecordValue } from '../../contracts/record.ts';
import { formatOf } from '../../parts/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';

/** Returns a copy of a record for code; undefined where there is none. */
export type CopyForCode = <Value extends RecordValue | undefined>(resource: string | undefined, record: Value) => Value;

/** Creates what copies records for code: the secrets of one-time codes, which code never gets, are left out. */
export function createCopyForCode({ resources }: Pick<Plan, 'resources'>): CopyForCode {
  const hidden = new Map(resources.map((resource) => [resource.name, listHidden(resource)]));
  return (resource, record) => leaveOut(record, hidden.get(resource ?? '') ?? []);
}

/** Creates the same for the records of one resource, which are not copied where they have nothing to hide. */
export function createHiding(resource: ResourcePlan): <Value extends RecordValue>(record: Value) => Value {
  const names = listHidden(resource);
  return names.length === 0 ? (record) => record : (record) => leaveOut(record, names);
}

/** Whether code never gets the values of a field. */
function isHiddenFromCode({ schema }: ResourcePlan['fields'][number]): boolean {
  return formatOf(schema)?.computesCodes === true;
}

function listHidden({ fields }: ResourcePlan): readonly string[] {
  return fields.filter(isHiddenFromCode).map(({ name }) => name);
}

function leaveOut<Value extends RecordValue | undefined>(record: Value, names: readonly string[]): Value {
  if (record === undefined) return record;
  const copy: Record<string, unknown> = { ...record };
  for (const name of names) delete copy[name];
  return copy as Value;
}

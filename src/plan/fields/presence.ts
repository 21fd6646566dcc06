import type { FieldPlan, ResourcePlan } from '../resource.ts';

/** Whether every stored record has a value in the field: an identity, a state, or what creation always sets. */
export function mustBePresent({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.name === identity || field.state === true) return true;
  return (field.required || field.assigned !== undefined) && field.schema.nullable !== true;
}

/** Whether a stored record may lack the field: nothing gives it a value, or a client may take it away. */
export function mayBeAbsent(
  { identity, machines }: Pick<ResourcePlan, 'identity' | 'machines'>,
  field: FieldPlan,
): boolean {
  const { name, schema, required, state, assigned, assignedOnUpdate, direction } = field;
  if (schema.nullable === true || required || name === identity) return false;
  if (state === true) return machines.every((machine) => machine.field !== name);
  if (assigned !== undefined || assignedOnUpdate === true) return false;
  return field.default === undefined || direction === undefined || direction === 'write-only';
}

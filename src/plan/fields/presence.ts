import type { FieldPlan, ResourcePlan } from '../resource.ts';

/** Whether every stored record has a value in the field: an identity, a state, or what creation always sets. */
export function mustBePresent({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.name === identity || field.state === true) return true;
  return (field.required || field.assigned !== undefined) && field.schema.nullable !== true;
}

/** Whether only records from before the default lack the field: a create gives it, and nothing takes it away. */
export function isKeptByDefault({ machines }: Pick<ResourcePlan, 'machines'>, field: FieldPlan): boolean {
  const { name, schema } = field;
  if (field.default === undefined || schema.nullable === true) return false;
  return !machines.some(
    ({ matrix, transitions }) =>
      matrix.some((row) => row.field === name && Object.values(row.cells).includes('absent')) ||
      transitions.some(({ effects }) => effects.some(({ path, clears }) => path[0] === name && clears === true)),
  );
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

import type { FieldPlan, ResourcePlan } from '../resource.ts';

/** Whether every stored record has a value in the field: an identity, a state, or what creation always sets. */
export function mustBePresent({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.name === identity || field.state === true) return true;
  return (field.required || field.assigned !== undefined) && field.schema.nullable !== true;
}

/** Whether only records from before the default lack the field: each write that leaves it out or removes it sets the default. */
export function isKeptByDefault({ default: otherwise, schema }: Pick<FieldPlan, 'default' | 'schema'>): boolean {
  return otherwise !== undefined && schema.nullable !== true;
}

/** Whether a stored record may lack the field: nothing gives it a value, or it can be removed. */
export function mayBeAbsent(
  { identity, machines }: Pick<ResourcePlan, 'identity' | 'machines'>,
  field: Pick<FieldPlan, 'name' | 'schema' | 'required' | 'default' | 'state' | 'assignedOnUpdate'> & {
    readonly assigned?: unknown;
  },
): boolean {
  const { name, schema, required, state, assigned, assignedOnUpdate } = field;
  if (schema.nullable === true || required || name === identity) return false;
  if (state === true) return machines.every((machine) => machine.field !== name);
  return assigned === undefined && assignedOnUpdate !== true && field.default === undefined;
}
